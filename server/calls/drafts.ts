import { ReviewDraft } from '#contract/calls/review-draft.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { getAccessibleCall, type Requester } from './actions.ts'
import { readDraft, upsertDraft } from './queries.ts'

/**
 * Saves what a reviewer has typed, replacing the previous draft, and returns the instant. Refuses a
 * review that is not theirs (404).
 */
export async function saveDraft(
  context: Context<Tx>,
  requester: Requester,
  { reviewId, draft }: { reviewId: string; draft: ReviewDraft },
): Promise<string> {
  await getAccessibleCall(context, requester, reviewId)
  const savedAt = context.clock()
  await upsertDraft(context.db, {
    review_id: reviewId,
    reviewer_id: requester.personId,
    mark: draft.mark && JSON.stringify(draft.mark),
    pending_task: draft.pendingTask && JSON.stringify(draft.pendingTask),
    saved_at: savedAt,
  })
  // A draft does not change the review until it is submitted.
  skipAudit(context)
  return toIsoInstant(savedAt)
}

/**
 * Returns what this reviewer has typed for a review, with null for missing parts; refuses a review
 * that is not theirs (404).
 */
export async function getDraft(
  context: Context,
  requester: Requester,
  reviewId: string,
): Promise<{ draft: ReviewDraft; savedAt: string | null }> {
  await getAccessibleCall(context, requester, reviewId)
  const row = await readDraft(context.db, { reviewId, reviewerId: requester.personId })
  const part = (json: string | null | undefined): unknown => (json ? JSON.parse(json) : null)
  const draft = ReviewDraft.parse({ mark: part(row?.mark), pendingTask: part(row?.pending_task) })
  const nothing = draft.mark === null && draft.pendingTask === null
  return { draft, savedAt: row && !nothing ? toIsoInstant(row.saved_at) : null }
}
