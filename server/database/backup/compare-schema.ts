/** How a text begins that says what is wrong with a schema. */
export const schemaDiffersMessage = 'its schema differs from Weekward’s'

/** A part of a schema, such as a trigger, and how it is defined. */
export type SchemaPart = { name: string; is: string }

/** Raises an Error that names the first part that is there and should not be, is missing, or differs. */
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
