import type { NewFeedback } from '#contract/feedback.ts'
import { markRefusals } from '#contract/reviews/marking.ts'
import {
  type Mark,
  type Review,
  reviewRefusals,
  type WeekTaskStates,
} from '#contract/reviews/reviews.ts'
import type { GivenPoints } from '#contract/rubrics/assessment.ts'
import { clearSubmittedDraft } from '#server/calls/actions.ts'
import { first, run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { notifyOfFeedback, refuseOtherVersion, saveFeedback } from '#server/feedback/actions.ts'
import { audited, auditedRow } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { saveAssessment } from '#server/rubrics/actions.ts'
import { getOwnReview, publishReviewChange } from '../actions.ts'
import { type AdvisorOrAdmin, getAdvisorId } from '../advisor-or-admin.ts'
import { notifyReviewWebhooks } from '../history/notify-review-webhooks.ts'
import { recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { readGivenMark, saveMark, saveTaskStatus } from '../queries.ts'

/** Saves the given task states. Refuses a review that is not the advisor's (404). */
export async function updateTaskStatus(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  id: string,
  given: { [Name in keyof WeekTaskStates]?: WeekTaskStates[Name] | undefined },
): Promise<Review> {
  const { seminar = null, progress = null, typing = null } = given
  const saved = await auditedRow(context, { kind: 'reviews', id }, () =>
    saveTaskStatus(context.db, { id, advisorId: getAdvisorId(caller), seminar, progress, typing }),
  )
  if (!saved) throw new Refused(reviewRefusals.unknown)
  return publishReviewChange(context, await getOwnReview(context, caller, id))
}

/** What a reviewer saves of a review: any of these. */
type Marking = NewFeedback & {
  mark?: Mark | undefined
  /** The mark that it replaces, as the caller has seen it; null of none. */
  seen?: Mark | null | undefined
  /** The version of the feedback and points that the caller has seen. */
  seenVersion?: string | undefined
  rubric?: GivenPoints | undefined
  pendingTask: string[] | undefined
}

/**
 * Saves a mark (the review is then conducted) and the points of its criteria, feedback, a note and
 * the pending tasks, as far as they are given, and deletes the draft of what was saved. Pending
 * tasks also carry over to the next review if there is one already. Notifies student and advisor of
 * the first marks, and of others as long as the review is open. Refuses a review that is in no slot
 * of this reviewer (404), feedback without marks, what was changed since the caller has seen it
 * (409), and what does not fit the rubric (400, 409).
 */
export async function updateMark(
  context: Context<Tx>,
  { id, reviewerId }: { id: string; reviewerId: string },
  given: Marking,
): Promise<Review> {
  const { mark, seen, seenVersion, rubric, pendingTask, feedback, note } = given
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [id] })
  const last = mark && (await readGivenMark(context.db, { id }))
  const isFirst = mark !== undefined && last === undefined
  // The decision of a closed review stays the last line of its history.
  const isCorrection = last?.closed_at === null && !isSame(mark, last)
  const next = pendingTask && (await readNextReview(context.db, { id, reviewerId }))
  const isSaved = await audited(context, { kind: 'reviews', id }, () =>
    saveMark(context.db, {
      id,
      reviewerId,
      code: mark?.code ?? null,
      theory: mark?.theory ?? null,
      week_status: mark?.weekStatus ?? null,
      status: mark ? 'conducted' : null,
      marked_at: mark ? context.clock() : null,
      pending_task: pendingTask ? JSON.stringify(pendingTask) : null,
    }),
  )
  if (!isSaved) throw new Refused(reviewRefusals.unknown)
  const isSeen = last ? seen && isSame(seen, last) : seen === null
  if (mark && seen !== undefined && !isSeen) throw new Refused(markRefusals.changed)
  if (seenVersion !== undefined) await refuseOtherVersion(context, id, seenVersion)
  const isWritten = feedback !== undefined || note !== undefined
  const withFeedback = isWritten ? await saveFeedback(context, id, { feedback, note }) : undefined
  const isLateCorrection = last !== undefined && !isCorrection && !isSame(mark, last)
  if (isFirst || isCorrection) {
    const hasFeedback = withFeedback !== undefined
    await recordReviewChange(context, { reviewId: id, what: 'marked', hasFeedback, isCorrection })
  } else if (withFeedback) await notifyOfFeedback(context, withFeedback)
  if (isLateCorrection) await notifyReviewWebhooks(context, 'review.conducted', id)
  if (next) await carryOverPendingTasks(context, next, pendingTask)
  await clearSubmittedDraft(context, id, { mark, pendingTask })
  const review = await getOwnReview(context, { role: 'reviewer', personId: reviewerId }, id)
  if (rubric) await saveAssessment(context, review, rubric)
  return publishReviewChange(context, review)
}

type GivenMark = NonNullable<Awaited<ReturnType<typeof readGivenMark>>>

const isSame = (mark: Mark | undefined, { code, theory, week_status }: GivenMark) =>
  mark?.code === code && mark.theory === theory && mark.weekStatus === week_status

/** The next review, if its pending tasks are still as it was opened; undefined otherwise. */
const readNextReview = first((db, { id, reviewerId }: Values<{ id: string; reviewerId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('reviews as last', 'last.id', 'reviews.follows_id')
    .select(['reviews.id', 'reviews.reviewer_id'])
    .where('reviews.follows_id', '=', id)
    .where('reviews.status', '<>', 'conducted')
    .whereRef('reviews.pending_task', '=', 'last.pending_task')
    .where('last.reviewer_id', '=', reviewerId),
)

const savePending = run((db, { id, pending_task }: Values<{ id: string; pending_task: string }>) =>
  db.updateTable('reviews').set({ pending_task }).where('id', '=', id),
)

/** Copies pending tasks that were saved after the decision to the next review. */
async function carryOverPendingTasks(
  context: Context<Tx>,
  { id, reviewer_id }: { id: string; reviewer_id: string | null },
  pendingTask: string[],
): Promise<void> {
  await audited(context, { kind: 'reviews', id }, () =>
    savePending(context.db, { id, pending_task: JSON.stringify(pendingTask) }),
  )
  context.live.changed('reviews', [reviewer_id])
}
