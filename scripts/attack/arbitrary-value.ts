import fc, { type Arbitrary } from 'fast-check'

/** The parts of an OpenAPI schema that are used here. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

/** Texts that are known to break servers. */
const nasty = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "' or '1'='1' --",
  '1; drop table people; --',
  '") or sleep(5) --',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  '1e309',
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '24:00',
]

/** Arbitrary JSON. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...nasty),
  fc.constantFrom<unknown>(null, true, [], {}, -0, 1e308, [[[[]]]], { length: -1 }),
)

/** Values that match a schema, and some that do not. `known` are existing ids. */
export function arbitraryValue(schema: Schema, known: string[]): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: described(schema, known) },
    { weight: 1, arbitrary: anything },
  )
}

function described(schema: Schema, known: string[]): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryValue(one, known)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type ?? 'string'].flat()
  switch (type) {
    case 'object':
      return arbitraryObject(schema, known)
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}, known), {
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 120 }), fc.double(), fc.constant(2 ** 53))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return arbitraryText(schema, known)
  }
}

function arbitraryObject({ properties = {}, required = [] }: Schema, known: string[]) {
  const fields: Record<string, Arbitrary<unknown>> = {}
  for (const [name, one] of Object.entries(properties)) fields[name] = arbitraryValue(one, known)
  return fc.record(fields, { requiredKeys: required })
}

function arbitraryText({ pattern, minLength = 0, maxLength = 60 }: Schema, known: string[]) {
  const texts: Arbitrary<string>[] = [
    fc.constantFrom('', ...known),
    fc.string({
      unit: 'binary',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    }),
    fc.constantFrom(...nasty),
  ]
  // Texts that match the pattern are the most likely to get through.
  if (pattern) texts.push(...Array(4).fill(fc.stringMatching(new RegExp(pattern))))
  return fc.oneof(...texts)
}
