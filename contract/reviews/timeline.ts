import { z } from 'zod'
import { joinOfferEndsAfterMs } from './turn.ts'

const instant = z.string()

/** When a review reached each stage, as ISO instants; null if it has not, or at an unknown time. */
export const Timeline = z.object({
  due: instant,
  /** When its current slot was booked. */
  booked: instant.nullable(),
  /** When both were in the call. If they were not but there are marks, the start of the slot. */
  held: instant.nullable(),
  /** When its first marks were saved. */
  marked: instant.nullable(),
  /** When the next review was opened; null again after an undo. */
  decided: instant.nullable(),
})
export type Timeline = z.infer<typeof Timeline>

/** Whether a review is open with a slot and without marks. */
export function canBeHeld({ status, isClosed }: { status: string; isClosed: boolean }): boolean {
  return status === 'review-scheduled' && !isClosed
}

type Joined = Parameters<typeof canBeHeld>[0] & {
  startsAt: string | null
  isReviewerBlocked: boolean
}

/**
 * Whether a student's home offers to join the call at an instant (ms since 1970), while the
 * reviewer may still come. Afterwards the review's page still does.
 */
export function isCallOffered(review: Joined, now: number): boolean {
  const { startsAt, isReviewerBlocked } = review
  if (!canBeHeld(review) || isReviewerBlocked || startsAt === null) return false
  return now < Date.parse(startsAt) + joinOfferEndsAfterMs
}
