import type { NewFeedback } from '#contract/feedback.ts'
import { localDraftsKey } from '#web/kit/form/draft/keep-through-reload.ts'

/** What a reviewer has typed for a review and not sent; undefined if nothing is left. */
export function readDraft(reviewId: string): NewFeedback | undefined {
  return readDrafts()[reviewId]
}

/** Keeps a draft in this browser until the session ends, or removes it. */
export function storeDraft(reviewId: string, draft: NewFeedback | undefined): void {
  // Without `undefined`, which JSON does not have.
  const drafts = JSON.stringify({ ...readDrafts(), [reviewId]: draft })
  try {
    if (drafts === '{}') localStorage.removeItem(localDraftsKey)
    else localStorage.setItem(localDraftsKey, drafts)
  } catch {
    // Storage is blocked or full: the page itself still has it.
  }
}

/** The drafts by the ids of their reviews. */
function readDrafts(): Record<string, NewFeedback> {
  try {
    // Only `storeDraft` writes under this key.
    return JSON.parse(localStorage.getItem(localDraftsKey) ?? '{}')
  } catch {
    return {}
  }
}
