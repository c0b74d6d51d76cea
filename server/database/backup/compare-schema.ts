/** The start of every error message about a schema that differs. */
export const schemaDiffersMessage = 'its schema differs from Weekward’s'

/** A part of a schema, such as a trigger, with its definition. */
export type SchemaPart = { name: string; is: string }

/** Throws an Error that names the first unexpected, missing or changed part. */
export function assertSameSchema(found: SchemaPart[], wanted: SchemaPart[]): void {
  const [is, shouldBe] = [byName(found), byName(wanted)]
  for (const name of is.keys()) {
    if (!shouldBe.has(name)) throw new Error(`${schemaDiffersMessage}: unexpected ${name}`)
  }
  for (const [name, definition] of shouldBe) {
    if (!is.has(name)) throw new Error(`${schemaDiffersMessage}: missing ${name}`)
    if (is.get(name) !== definition) throw new Error(`${schemaDiffersMessage}: changed ${name}`)
  }
}

function byName(parts: SchemaPart[]): Map<string, string> {
  return new Map(parts.map(({ name, is }) => [name, is]))
}
