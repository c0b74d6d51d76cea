import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/draft.ts'
import { call } from '#web/kit/call/call.ts'
import { queryClient } from '#web/kit/call/query.ts'

/**
 * Keeps what the reviewer types. The screen that is open has it already; the next one asks for it.
 * Raises CallFailed.
 */
export async function saveReviewDraft(review: string, draft: ReviewDraft): Promise<void> {
  await call(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path], refetchType: 'none' })
}
