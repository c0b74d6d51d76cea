import { z } from 'zod'

const Lines = z.array(z.string())

/** The lines of text that a JSON column holds. */
export function linesOf(json: string): string[] {
  return Lines.parse(JSON.parse(json))
}
