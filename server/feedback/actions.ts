import { createHash } from 'node:crypto'
import {
  type FeedbackToStudent,
  type FeedbackWithStaffNote,
  feedbackRefusals,
  type NewFeedback,
} from '#contract/feedback.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { markRefusals } from '#contract/reviews/marking.ts'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { notify } from '#server/notifications/actions.ts'
import { toAssessedCriteria } from '#server/rubrics/actions.ts'
import {
  type FeedbackRow,
  readFeedback,
  readFeedbackForStaff,
  readFeedbackForStudent,
  saveReply,
  upsertFeedback,
} from './queries.ts'

/** The feedback on one of the student's reviews. Refuses any other review (404). */
export async function getOwnFeedback({ db }: Context, caller: Caller): Promise<FeedbackToStudent> {
  const row = await readFeedbackForStudent(db, caller)
  if (!row) throw new Refused(reviewRefusals.unknown)
  return showFeedback(row)
}
type Caller = { personId: string; reviewId: string }

/** The same for staff, with their note. Refuses a review that the caller may not see (404). */
export async function getFeedbackForStaff(
  { db }: Context,
  { role, ...caller }: Caller & { role: keyof typeof readFeedbackForStaff },
): Promise<FeedbackWithStaffNote> {
  const row = await readFeedbackForStaff[role](db, caller)
  if (!row) throw new Refused(reviewRefusals.unknown)
  return { ...showFeedback(row), note: row.note ?? '', version: toVersion(row) }
}

/** A hash of all that a reviewer can replace beside the mark. */
function toVersion({ text, note, criteria }: FeedbackRow & { note: string | null }): string {
  const content = JSON.stringify([text ?? '', note ?? '', criteria ?? '[]'])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** The version of a review's feedback and points. Refuses an unknown review (404). */
export async function getFeedbackVersion({ db }: Context, reviewId: string): Promise<string> {
  const row = await readFeedback(db, { reviewId })
  if (!row) throw new Refused(reviewRefusals.unknown)
  return toVersion(row)
}

/** Refuses to replace feedback or points that are no longer this version (409). */
export async function refuseOtherVersion(
  context: Context,
  reviewId: string,
  seenVersion: string,
): Promise<void> {
  const version = await getFeedbackVersion(context, reviewId)
  if (version !== seenVersion) throw new Refused(markRefusals.feedbackChanged)
}

function showFeedback({ text, reply, replied_at: at, criteria }: FeedbackRow): FeedbackToStudent {
  return {
    feedback: text ?? '',
    rubric: toAssessedCriteria(criteria),
    reply: reply === null || at === null ? null : { text: reply, at: toIsoInstant(at) },
  }
}

/**
 * Saves feedback and note of a review that the caller may mark. Returns the review if the student
 * has feedback now and had none before. Refuses a review without marks (409).
 */
export async function saveFeedback(
  context: Context<Tx>,
  reviewId: string,
  { feedback, note }: NewFeedback,
): Promise<FeedbackRow | undefined> {
  const { db, clock } = context
  const row = await readFeedback(db, { reviewId })
  if (row?.status !== 'conducted') throw new Refused(feedbackRefusals.notMarked)
  const before = { feedback: row.text ?? '', note: row.note ?? '' }
  const after = { feedback: feedback ?? before.feedback, note: note ?? before.note }
  await upsertFeedback(db, {
    reviewId,
    now: clock(),
    text: feedback ?? null,
    note: note ?? null,
  })
  await recordAudit(context, { kind: 'reviews', id: reviewId, before, after })
  return before.feedback.trim() === '' && after.feedback.trim() !== '' ? row : undefined
}

/** Notifies student and advisor of feedback that did not come with the first marks. */
export async function notifyOfFeedback(context: Context<Tx>, row: FeedbackRow): Promise<void> {
  await notify(context, {
    kind: 'marked',
    dedupeKey: `feedback ${row.id}`,
    reviewId: row.id,
    to: [{ _id: row.student_id, role: 'student' }, ...toAdvisor(row)],
    payload: () => ({
      student: toStudent(row),
      week: row.week,
      hasFeedback: true,
      from: null,
      to: null,
      by: null,
      who: null,
      reason: null,
    }),
  })
}

const toStudent = (row: FeedbackRow) => ({ _id: row.student_id, name: row.student })
const toAdvisor = ({ advisor_id: _id }: FeedbackRow) =>
  _id === null ? [] : [{ _id, role: 'advisor' } as const]
const toReviewer = ({ reviewer_id: _id }: FeedbackRow) =>
  _id === null ? [] : [{ _id, role: 'reviewer' } as const]

/**
 * Sends the student's one reply to the feedback on a review; reviewer and advisor are notified.
 * Refuses a review that is not theirs (404), and one without feedback or with a reply (409).
 */
export async function replyToFeedback(
  context: Context<Tx>,
  caller: Caller,
  text: string,
): Promise<void> {
  const { db, clock, live } = context
  const { reviewId } = caller
  const row = await readFeedbackForStudent(db, caller)
  if (!row) throw new Refused(reviewRefusals.unknown)
  if (!row.text?.trim()) throw new Refused(feedbackRefusals.none)
  const isSaved = await saveReply(db, { reviewId, reply: text, now: clock() })
  if (!isSaved) throw new Refused(feedbackRefusals.replied)
  await recordAudit(context, {
    kind: 'reviews',
    id: reviewId,
    before: { feedback_reply: null },
    after: { feedback_reply: text },
  })
  await notify(context, {
    kind: 'feedback-replied',
    dedupeKey: reviewId,
    reviewId,
    to: [...toAdvisor(row), ...toReviewer(row)],
    payload: () => ({ student: toStudent(row), week: row.week }),
  })
  live.changed('reviews', [row.student_id, row.advisor_id, row.reviewer_id])
}
