import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/draft.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'

/**
 * Keeps what the reviewer types. The screen that is open has it already; the next one asks for it.
 * Raises ApiError.
 */
export async function saveReviewDraft(review: string, draft: ReviewDraft): Promise<void> {
  await callApi(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path], refetchType: 'none' })
}
