import { z } from 'zod'

const Lines = z.array(z.string())

/** The lines of text that a JSON column holds. */
export function parseTextList(json: string): string[] {
  return Lines.parse(JSON.parse(json))
}

/** A joined row's id and name, which are there or missing together. */
export function toReference(
  id: string | null,
  name: string | null,
): { _id: string; name: string } | null {
  return id === null || name === null ? null : { _id: id, name }
}

/**
 * The value of a column that the database has checked, as the one of the known values it is. Raises
 * an error when it is none of them.
 */
export function parseEnum<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new Error(`The database holds '${value}' as none of ${known}`)
  return found
}
