import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'

/**
 * Saves the reviewer's draft. The open screen has it already, so it is only refetched by the next
 * one. Raises ApiError.
 */
export async function saveReviewDraft(review: string, draft: ReviewDraft): Promise<void> {
  await callApi(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path], refetchType: 'none' })
}
