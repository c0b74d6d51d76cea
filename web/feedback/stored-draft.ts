import type { NewFeedback } from '#contract/feedback.ts'
import type { MarkInput } from '#contract/reviews/marking.ts'
import type { Mark } from '#contract/reviews/reviews.ts'
import type { ChosenPoints } from '#contract/rubrics/assessment.ts'
import { localDraftsKey } from '#web/kit/form/draft/keep-through-reload.ts'

/** What a reviewer has typed for a review: texts, and marks with those that they would replace. */
type StoredDraft = NewFeedback & {
  marks?: { mark: MarkInput; rubric: ChosenPoints | undefined; seen: Mark | null } | undefined
}

/** What a reviewer has typed for a review and not sent; undefined if nothing is left. */
export function readDraft(reviewId: string): StoredDraft | undefined {
  return readDrafts()[reviewId]
}

/** Keeps parts of a draft in this browser until the session ends; removes those undefined. */
export function storeDraft(reviewId: string, parts: StoredDraft): void {
  const { [reviewId]: own, ...others } = readDrafts()
  const draft = { ...own, ...parts }
  const isEmpty = Object.values(draft).every((part) => part === undefined)
  const drafts = JSON.stringify(isEmpty ? others : { ...others, [reviewId]: draft })
  try {
    if (drafts === '{}') localStorage.removeItem(localDraftsKey)
    else localStorage.setItem(localDraftsKey, drafts)
  } catch {
    // Storage is blocked or full: the page itself still has it.
  }
}

/** The drafts by the ids of their reviews. */
function readDrafts(): Record<string, StoredDraft> {
  try {
    // Only `storeDraft` writes under this key.
    return JSON.parse(localStorage.getItem(localDraftsKey) ?? '{}')
  } catch {
    return {}
  }
}
