import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { noShowAfterMinutes } from '#contract/limits/reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { noShowRefusals } from '#contract/reviews/scheduling/no-show.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getAnyReview, getOwnReview } from '../actions.ts'
import { findBookedSlot, recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { publishSlotChanges } from '../rescheduling/move-review.ts'
import { didMeetInRoom, freeSlotAfterNoShow, insertNoShow } from '../rescheduling/queries.ts'

const afterMs = noShowAfterMinutes * minuteMs

/**
 * Records that the student or the reviewer did not show up: the slot is used up, and the review
 * needs another one (contract, section 9). Refuses a review that is not the caller's (404), is not
 * booked, began less than ten minutes ago, in which both met, or where that person was in the room
 * (409).
 */
export async function reportNoShow(
  context: Context<Tx>,
  owner: { role: RoleAbleTo<'report no-shows'>; personId: string },
  { reviewId, who }: { reviewId: string; who: NoShowRole },
): Promise<Review> {
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const review = await getOwnReview(context, owner, reviewId)
  const from = await findBookedSlot(context, reviewId)
  const now = context.clock()
  const isFree = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    freeSlotAfterNoShow[who](context.db, { reviewId, now, begunBy: now - afterMs }),
  )
  if (!isFree || !from) throw new Refused(await getNoShowRefusal(context, review, who))
  await insertNoShow(context.db, { slot_id: from.slotId, review_id: reviewId, who, at: now })
  await recordReviewChange(context, { reviewId, what: 'no-show', from, who })
  // Read as any review, because it no longer belongs to the reviewer.
  const freed = await getAnyReview(context, owner.role, reviewId)
  publishSlotChanges(context, freed, from.reviewerId)
  return freed
}

async function getNoShowRefusal(
  { db, clock }: Context,
  { _id: reviewId, status, isClosed, startsAt }: Review,
  who: NoShowRole,
): Promise<Refusal> {
  const now = clock()
  if (isClosed || status === 'conducted') return noShowRefusals.over
  if (startsAt === null) return moveRefusals.notBooked
  if (Date.parse(startsAt) + afterMs > now) return noShowRefusals.tooEarly
  const haveMet = await didMeetInRoom(db, { reviewId, now })
  return haveMet ? noShowRefusals.together : noShowRefusals[who]
}
