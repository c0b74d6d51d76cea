import { z } from 'zod'

const Lines = z.array(z.string())

/** Parses a JSON column that holds a list of texts. */
export function parseTextList(json: string): string[] {
  return Lines.parse(JSON.parse(json))
}

/** The id and name of a joined row, or null if there is no such row. */
export function toReference(
  id: string | null,
  name: string | null,
): { _id: string; name: string } | null {
  return id === null || name === null ? null : { _id: id, name }
}

/**
 * Narrows a column's value, which the database has checked, to one of the known values; throws an
 * error otherwise.
 */
export function parseEnum<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new Error(`The database holds '${value}' as none of ${known}`)
  return found
}
