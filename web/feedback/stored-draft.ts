import type { NewFeedback } from '#contract/feedback.ts'
import type { MarkInput } from '#contract/reviews/marking.ts'
import type { Mark } from '#contract/reviews/reviews.ts'
import type { DraftPoints } from '#contract/rubrics/assessment.ts'
import { localDraftsKey } from '#web/kit/form/draft/keep-through-reload.ts'
import { browserStorage, readJson, storeText } from '#web/kit/storage.ts'

/**
 * What a form shows as stored: a mark, and the version of the feedback and the points. Null stands
 * for none; the version is undefined until it is known.
 */
export type ShownVersion = { mark: Mark | null; version?: string | null | undefined }

/** What somebody has typed for a review. */
type StoredDraft = NewFeedback & {
  marks?: { mark: MarkInput; rubric: DraftPoints | undefined } | undefined
  /** What the marks and texts of a reviewer would replace, as the first of them was typed. */
  seen?: ShownVersion | undefined
  /** A student's reply. */
  reply?: string | undefined
}

/** What was typed for a review and not sent; undefined if nothing is left. */
export function readDraft(reviewId: string): StoredDraft | undefined {
  return readDrafts()[reviewId]
}

/** Keeps parts of a draft in this browser until the session ends; removes those undefined. */
export function storeDraft(reviewId: string, parts: StoredDraft): void {
  const { [reviewId]: own, ...others } = readDrafts()
  const draft = { ...own, ...parts }
  const isEmpty = Object.values(draft).every((part) => part === undefined)
  const drafts = JSON.stringify(isEmpty ? others : { ...others, [reviewId]: draft })
  storeText(browserStorage, localDraftsKey, drafts === '{}' ? null : drafts)
}

/** The drafts by the ids of their reviews. */
function readDrafts(): Record<string, StoredDraft> {
  // Only `storeDraft` writes under this key.
  return (readJson(browserStorage, localDraftsKey) ?? {}) as Record<string, StoredDraft>
}
