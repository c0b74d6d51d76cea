import type { NewFeedback } from '#contract/feedback.ts'
import { onSessionEnd } from '#web/kit/api/session.ts'

/** The key in the browser's storage: only the reviewer of the review gets to see its draft. */
const prefix = 'feedback '

// One person's input must not be left to the next.
onSessionEnd(() => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked.
  }
})

/** What a reviewer has typed for a review and not sent; undefined if nothing is left. */
export function readDraft(reviewId: string): NewFeedback | undefined {
  try {
    // Only `storeDraft` writes under this key.
    return JSON.parse(localStorage.getItem(prefix + reviewId) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft in this browser, or removes it. */
export function storeDraft(reviewId: string, draft: NewFeedback | undefined): void {
  try {
    if (draft) localStorage.setItem(prefix + reviewId, JSON.stringify(draft))
    else localStorage.removeItem(prefix + reviewId)
  } catch {
    // Storage is blocked or full: the page itself still has it.
  }
}
