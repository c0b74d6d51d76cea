import { z } from 'zod'

const instant = z.string()

/**
 * When a review came to each step of its life, as ISO instants; null for a step that it has not
 * come to, or of which is not known when it was.
 */
export const Life = z.object({
  due: instant,
  /** When its present slot was booked. */
  booked: instant.nullable(),
  /** When both were in its call; the beginning of its slot where it has marks and they were not. */
  held: instant.nullable(),
  /** When its first marks were saved. */
  marked: instant.nullable(),
  /** When the next review followed; null again once that is undone. */
  decided: instant.nullable(),
})
export type Life = z.infer<typeof Life>

/** Whether a review's call is still to come, or its marks: it has a slot, and the week goes on. */
export function canBeHeld({ status, isClosed }: { status: string; isClosed: boolean }): boolean {
  return status === 'review-scheduled' && !isClosed
}
