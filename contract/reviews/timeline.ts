import { z } from 'zod'
import { joinOfferedMs } from './turn.ts'

const instant = z.string()

/**
 * When a review came to each step of its life, as ISO instants; null for a step that it has not
 * come to, or of which is not known when it was.
 */
export const Timeline = z.object({
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
export type Timeline = z.infer<typeof Timeline>

/** Whether a review's call is still to come, or its marks: it has a slot, and the week goes on. */
export function canBeHeld({ status, isClosed }: { status: string; isClosed: boolean }): boolean {
  return status === 'review-scheduled' && !isClosed
}

type Joined = Parameters<typeof canBeHeld>[0] & {
  startsAt: string | null
  isReviewerBlocked: boolean
}

/**
 * Whether a student's home offers to join the call of a booked review at an instant (ms since 1970):
 * its reviewer may still come. Later too the two may meet, and the review's own page leads there.
 */
export function isCallOffered(review: Joined, now: number): boolean {
  const { startsAt, isReviewerBlocked } = review
  if (!canBeHeld(review) || isReviewerBlocked || startsAt === null) return false
  return now < Date.parse(startsAt) + joinOfferedMs
}
