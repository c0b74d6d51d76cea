import { rescheduleRequestsMax } from '#contract/limits/reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type {
  DeclineRequestInput,
  RescheduleRequestInput,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { rescheduleRequestRefusals } from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { getOwnReview } from '../actions.ts'
import type { HistoryEntry } from '../history/history-entry.ts'
import { recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import {
  countPastRequests,
  deleteRequestedSlots,
  endOpenRequest,
  readRequestedSlots,
  readSlotReviewers,
  saveRequest,
  saveRequestedSlot,
} from './request-queries.ts'

/**
 * A student requests another time for a review; this replaces an earlier request (contract, section
 * 9). Refuses a review that is not theirs (404), one that has begun or is closed, too many requests
 * for one review, and slots that cannot be booked for it (409).
 */
export async function requestReschedule(
  context: Context<Tx>,
  studentId: string,
  { reviewId, reason, slots }: RescheduleRequestInput,
): Promise<Review> {
  const reviewerIds = slots.length > 0 ? await readSlotReviewers(context.db, slots) : []
  await lockForScheduling(context.db, { reviewerIds, reviewIds: [reviewId] })
  const owner = { role: 'student', personId: studentId } as const
  const before = await getOwnReview(context, owner, reviewId)
  const now = context.clock()
  const stands = await saveRequest(context.db, { reviewId, reason, now })
  if (!stands) throw new Refused(moveRefusals.begun)
  // Limited because each request adds an entry to the history.
  const { count } = await countPastRequests(context.db, { reviewId })
  if (count >= rescheduleRequestsMax) throw new Refused(rescheduleRequestRefusals.tooOften)
  await deleteRequestedSlots(context.db, { reviewId })
  const bookable = getBookingRuleInputs(context, reviewId)
  for (const [place, slotId] of slots.entries()) {
    const isFree = await saveRequestedSlot(context.db, { ...bookable, slotId, place })
    if (!isFree) throw new Refused(rescheduleRequestRefusals.slotGone)
  }
  const requestedSlots = (await readRequestedSlots(context.db, [reviewId])).map(
    ({ id, starts_at, reviewer_id }) => ({
      slotId: id,
      startsAt: starts_at,
      reviewerId: reviewer_id,
    }),
  )
  return recordRequest(context, owner, before, { what: 'asked', reason, requestedSlots })
}

/**
 * Withdraws the student's open request. Refuses a review that is not theirs (404) and one without
 * an open request (409).
 */
export async function withdrawRequest(
  context: Context<Tx>,
  studentId: string,
  reviewId: string,
): Promise<Review> {
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const owner = { role: 'student', personId: studentId } as const
  return endRequest(context, owner, { reviewId, declinedReason: null })
}

/**
 * Declines the open request with a reason; the review keeps its time. Refuses a review that is not
 * the advisor's (404) and one without an open request (409).
 */
export async function declineRequest(
  context: Context<Tx>,
  advisorId: string,
  { reviewId, reason }: DeclineRequestInput,
): Promise<Review> {
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const owner = { role: 'advisor', personId: advisorId } as const
  return endRequest(context, owner, { reviewId, declinedReason: reason })
}

async function endRequest(
  context: Context<Tx>,
  owner: Party,
  { reviewId, declinedReason }: { reviewId: string; declinedReason: string | null },
): Promise<Review> {
  const before = await getOwnReview(context, owner, reviewId)
  const isEnded = await endOpenRequest(context.db, {
    reviewId,
    declinedReason,
    now: context.clock(),
  })
  if (!isEnded) throw new Refused(rescheduleRequestRefusals.noRequest)
  const why = declinedReason === null ? {} : { reason: declinedReason }
  return recordRequest(context, owner, before, { what: 'withdrawn', ...why })
}

/** The two sides of a request; reviewers learn nothing of it. */
type Party = { role: 'student' | 'advisor'; personId: string }

/** Records a change to a request in history and audit log, and notifies student and advisor. */
async function recordRequest(
  context: Context<Tx>,
  owner: Party,
  before: Review,
  line: Pick<HistoryEntry, 'what' | 'reason' | 'requestedSlots'>,
): Promise<Review> {
  const { _id: reviewId, student, advisor } = before
  await recordReviewChange(context, { reviewId, ...line })
  const review = await getOwnReview(context, owner, reviewId)
  await recordAudit(context, {
    kind: 'reviews',
    id: reviewId,
    before: toAuditedRequest(before),
    after: toAuditedRequest(review),
  })
  context.live.changed('reviews', [student._id, advisor?._id])
  return review
}

function toAuditedRequest({ wish }: Review) {
  const slots = wish?.slots.map(({ startsAt, reviewer }) => `${startsAt} ${reviewer.name}`)
  return { wish: wish?.reason ?? null, wished_slots: slots ? JSON.stringify(slots) : null }
}
