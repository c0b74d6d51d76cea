import type { z } from 'zod'
import { tooLarge } from '#contract/kit/refusal.ts'
import { describeIssue } from '#contract/kit/text/input-messages.ts'
import { isStorable, notStorable } from '#contract/kit/text/text.ts'
import { inputItemsMax } from '#contract/limits.ts'

type Read<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/**
 * Judges input from outside with its schema: the schema's output, or what is wrong with it. What no
 * schema has to think of is judged before: text that a database could not store, and more items in
 * lists than anybody sends, which would each be complained of.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): Read<z.output<S>> {
  const fault = findProblem(input)
  if (fault) return { success: false, issues: [fault] }
  const read = schema.safeParse(input, { error: describeIssue })
  return read.success ? read : { success: false, issues: read.error.issues }
}

/** A value and where it stands; the path is only written down for the one that is at fault. */
type Place = { value: unknown; key: PropertyKey; inside: Place | undefined }

/** Goes through all of it without recursion, which lists that lie deep in each other would break. */
function findProblem(input: unknown): z.core.$ZodIssue | undefined {
  const waiting: Place[] = [{ value: input, key: '', inside: undefined }]
  let items = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place
    if (typeof value === 'string' && !isStorable(value)) return issueAt(place, notStorable)
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) items += value.length
    if (items > inputItemsMax) return issueAt(place, tooLarge)
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return issueAt(place, notStorable)
      waiting.push({ value: inner, key, inside: place })
    }
  }
  return undefined
}

function issueAt(place: Place, message: string): z.core.$ZodIssue {
  const path: PropertyKey[] = []
  for (let at: Place = place; at.inside; at = at.inside) path.unshift(at.key)
  return { code: 'custom', path: path.slice(0, longestPath), message, input: undefined }
}

/** Deeper than the fields of any form. */
const longestPath = 8
