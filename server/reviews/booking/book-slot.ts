import type { Refusal } from '#contract/kit/refusal.ts'
import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import {
  type BookingInput,
  bookingRefusals,
  makeOutsideHorizonRefusal,
  studentRefusals,
} from '#contract/reviews/scheduling/booking.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { getOwnReview, publishReviewChange } from '../actions.ts'
import { type AdvisorOrAdmin, getAdvisorId } from '../advisor-or-admin.ts'
import { findBookedSlot, recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import {
  readBookingRuleChecks,
  readInactiveStudent,
  saveBooking,
  type WantedSlot,
} from '../queries.ts'

/**
 * Books a reviewer's slot for a review and returns the review; of concurrent calls exactly one wins
 * (contract, section 4). Refuses an unknown review or slot, or another advisor's review (404); a
 * slot outside the booking horizon (400); a taken slot, one that breaks the reviewer's rules
 * (contract, section 9), lies in a busy time or is on a holiday, a review that needs no slot, or an
 * inactive student (409).
 */
export async function bookSlot(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  { reviewId, reviewer: reviewerId, slot: slotId }: BookingInput,
): Promise<Review> {
  const [before] = await lockForScheduling(context.db, {
    reviewerIds: [reviewerId],
    reviewIds: [reviewId],
  })
  const wanted = { slotId, reviewerId, ...getBookingRuleInputs(context, reviewId) }
  const booked = await refuseOnViolation(
    isSlotTakenError,
    bookingRefusals.taken,
    saveBooking(context.db, { ...wanted, advisorId: getAdvisorId(caller) }),
  )
  if (!booked) {
    const review = await getOwnReview(context, caller, reviewId)
    await refuseInactiveStudent(context, reviewId)
    throw new Refused(await getRefusal(context, wanted, review))
  }
  const { starts_at: startsAt, ...after } = booked
  await recordAudit(context, { kind: 'reviews', id: reviewId, before, after })
  await recordReviewChange(context, {
    reviewId,
    what: 'booked',
    to: { slotId, startsAt, reviewerId },
  })
  const review = await getOwnReview(context, caller, reviewId)
  context.live.changed('slots', [review.advisor?._id, reviewerId, review.student._id])
  return publishReviewChange(context, review)
}

/** Whether the error means that another review has the slot, by the unique index. */
export const isSlotTakenError = makeUniqueViolationMatcher('reviews', 'slot_id')

/** Refuses a review whose student is blocked or paused, or has finished (409). */
export async function refuseInactiveStudent({ db }: Context, reviewId: string): Promise<void> {
  const inactive = await readInactiveStudent(db, { reviewId })
  if (!inactive) return
  const { blocked, paused, finished } = studentRefusals
  if (inactive.finished_at !== null) throw new Refused(finished)
  throw new Refused(inactive.blocked_at === null ? paused : blocked)
}

async function getRefusal(context: Context, wanted: WantedSlot, review: Review): Promise<Refusal> {
  const isOwn = (await findBookedSlot(context, review._id))?.slotId === wanted.slotId
  const ofSlot = await findBookingRefusal(context, wanted)
  const { notToSchedule, taken, unknownSlot } = bookingRefusals
  // The slot does not exist or is outside the booking horizon.
  if (ofSlot && ofSlot.status !== 409) return ofSlot
  if (ofSlot === taken && !isOwn) return taken
  if (!needsSlot(review)) return notToSchedule
  return ofSlot ?? unknownSlot
}

/** The refusal for the rule that the slot breaks; undefined if it can be booked. */
export async function findBookingRefusal(
  { db, settings }: Context,
  wanted: WantedSlot,
): Promise<Refusal | undefined> {
  const keeps = await readBookingRuleChecks(db, wanted)
  if (!keeps) return bookingRefusals.unknownSlot
  if (!keeps.horizon) return makeOutsideHorizonRefusal(settings.bookableDays)
  if (!keeps.unused) return bookingRefusals.taken
  if (!keeps.school_day) return bookingRefusals.holiday
  if (!keeps.outside_busy_times) return bookingRefusals.busy
  if (!keeps.notice) return bookingRefusals.tooSoon
  if (!keeps.buffer) return bookingRefusals.tooClose
  return keeps.most_a_day ? undefined : bookingRefusals.dayFull
}
