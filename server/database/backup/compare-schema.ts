/** How a text begins that says what is wrong with a schema. */
export const schemaDiffers = 'its schema differs from Weekward’s'

/** A part of a schema, such as a trigger, and how it is defined. */
export type Part = { name: string; is: string }

/** Raises an Error that names the first part that is there and should not be, is missing, or differs. */
export function assertSameSchema(found: Part[], wanted: Part[]): void {
  const [is, shouldBe] = [byName(found), byName(wanted)]
  for (const name of is.keys()) {
    if (!shouldBe.has(name)) throw new Error(`${schemaDiffers}: unexpected ${name}`)
  }
  for (const [name, definition] of shouldBe) {
    if (!is.has(name)) throw new Error(`${schemaDiffers}: missing ${name}`)
    if (is.get(name) !== definition) throw new Error(`${schemaDiffers}: changed ${name}`)
  }
}

function byName(parts: Part[]): Map<string, string> {
  return new Map(parts.map(({ name, is }) => [name, is]))
}
