import fc, { type Arbitrary } from 'fast-check'
import { arbitraryValue, type Schema } from './arbitrary-value.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** A call from the OpenAPI document. */
export type Operation = {
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

export type OpenApi = { paths: Record<string, Record<string, Operation>> }

/** A request to send, with `body` as it goes over the wire. */
export type Attack = { method: string; path: string; url: string; type: string; body?: string }

/** Requests for a call, most of them almost valid. */
export function makeAttacks(
  path: string,
  method: string,
  call: Operation,
  known: string[],
): Arbitrary<Attack> {
  const { parameters = [], requestBody } = call
  const values = (place: string) => {
    const all = parameters.filter((one) => one.in === place)
    const entries = all.map((one) => [one.name, arbitraryValue(one.schema, known)])
    const requiredKeys = all.filter((one) => one.required).map((one) => one.name)
    return fc.record<Record<string, unknown>>(Object.fromEntries(entries), { requiredKeys })
  }
  const schema = requestBody?.content['application/json']?.schema
  return fc
    .record({
      path: values('path'),
      query: values('query'),
      extra: fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        fc.constantFrom('limit=1&limit=2', 'cursor=e30', '__proto__[x]=1', '%', 'a=%ff'),
      ),
      type: fc.oneof(
        { weight: 19, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'x', ''),
      ),
      body: schema ? arbitraryBody(schema, known) : fc.constant(undefined),
    })
    .map(({ path: filled, query, extra, type, body }) => ({
      method: method.toUpperCase(),
      path,
      type,
      url: arbitraryUrl(path, filled, query, extra),
      ...(body === undefined ? {} : { body }),
    }))
}

function arbitraryBody(schema: Schema, known: string[]): Arbitrary<string> {
  return fc.oneof(
    {
      weight: 19,
      arbitrary: arbitraryValue(schema, known).map((value) => JSON.stringify(value) ?? ''),
    },
    fc.constantFrom('', '{', '[', 'null', '"', '{"__proto__":{"a":1}}', `${'['.repeat(10_000)}`),
  )
}

function arbitraryUrl(
  path: string,
  filled: Record<string, unknown>,
  query: Record<string, unknown>,
  extra: string,
): string {
  const encode = (value: unknown) => encodeURIComponent(toText(value).toWellFormed())
  const address = path.replace(/{(\w+)}/g, (_, name: string) => encode(filled[name]) || '-')
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  if (extra) asked.push(extra)
  return asked.length > 0 ? `${address}?${asked.join('&')}` : address
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
