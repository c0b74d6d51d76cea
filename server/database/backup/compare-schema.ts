/** A part of a schema, such as a trigger, and how it is defined. */
export type Part = { name: string; is: string }

/** Raises an Error that names the first part that is there and should not be, is missing, or differs. */
export function assertSameSchema(found: Part[], wanted: Part[]): void {
  const [is, shouldBe] = [byName(found), byName(wanted)]
  for (const name of is.keys()) {
    if (!shouldBe.has(name)) throw new Error(`its schema is not Weekward’s: it has a ${name}`)
  }
  for (const [name, definition] of shouldBe) {
    if (!is.has(name)) throw new Error(`its schema is not Weekward’s: it has no ${name}`)
    if (is.get(name) !== definition)
      throw new Error(`its schema is not Weekward’s: its ${name} differs`)
  }
}

function byName(parts: Part[]): Map<string, string> {
  return new Map(parts.map(({ name, is }) => [name, is]))
}
