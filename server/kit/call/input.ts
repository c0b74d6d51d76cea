import type { z } from 'zod'
import { tooLargeMessage } from '#contract/kit/refusal.ts'
import { describeIssue } from '#contract/kit/text/input-messages.ts'
import { isStorable, notStorableMessage } from '#contract/kit/text/text-schemas.ts'
import { inputItemsMax } from '#contract/limits/limits.ts'

type Read<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/**
 * Validates input with its schema. Before that, it refuses text that a database cannot store, and
 * more list items than any client sends, each of which would otherwise cause an issue.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): Read<z.output<S>> {
  const fault = findProblem(input)
  if (fault) return { success: false, issues: [fault] }
  const read = schema.safeParse(input, { error: describeIssue })
  return read.success ? read : { success: false, issues: read.error.issues }
}

/** A value and its place in the input; its path is only built for an error. */
type Place = { value: unknown; key: PropertyKey; inside: Place | undefined }

/** Walks the input without recursion, which deep nesting would overflow. */
function findProblem(input: unknown): z.core.$ZodIssue | undefined {
  const waiting: Place[] = [{ value: input, key: '', inside: undefined }]
  let items = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place
    if (typeof value === 'string' && !isStorable(value)) return issueAt(place, notStorableMessage)
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) items += value.length
    if (items > inputItemsMax) return issueAt(place, tooLargeMessage)
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return issueAt(place, notStorableMessage)
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

/** No form has deeper fields. */
const longestPath = 8
