import type { NewFeedback } from '#contract/feedback.ts'
import type { MarkInput } from '#contract/reviews/marking.ts'
import type { Mark, Review } from '#contract/reviews/reviews.ts'
import type { DraftPoints } from '#contract/rubrics/assessment.ts'
import { browserStorage, localDraftsKey, readJson, storeText } from '#web/kit/storage.ts'

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

/** Who types: the review names them, as both see only reviews of their own. */
type Author = 'reviewer' | 'student'
type OwnReview = Pick<Review, '_id' | Author>

/** What the author typed for a review and did not send; undefined if nothing is left. */
export function readDraft(review: OwnReview, author: Author): StoredDraft | undefined {
  const drafts = readDrafts(review, author)
  return drafts[getKey(review, author)] ?? drafts[review._id]
}

/**
 * Keeps parts of a draft in this browser until a logout; removes those undefined, and the drafts
 * that somebody else has left in the author's role.
 */
export function storeDraft(review: OwnReview, author: Author, parts: StoredDraft): void {
  const key = getKey(review, author)
  const { [key]: own, [review._id]: unowned, ...others } = readDrafts(review, author)
  const draft = { ...unowned, ...own, ...parts }
  const isEmpty = Object.values(draft).every((part) => part === undefined)
  const drafts = JSON.stringify(isEmpty ? others : { ...others, [key]: draft })
  storeText(browserStorage, localDraftsKey, drafts === '{}' ? null : drafts)
}

/** All drafts but those of others in the author's role; earlier versions stored no author. */
function readDrafts(review: OwnReview, author: Author): Record<string, StoredDraft> {
  // Only `storeDraft` writes under this key.
  const all = (readJson(browserStorage, localDraftsKey) ?? {}) as Record<string, StoredDraft>
  const owner = getOwner(review, author)
  const visible = Object.entries(all).filter(
    ([key]) => key.startsWith(owner) || !key.startsWith(author),
  )
  return Object.fromEntries(visible)
}

function getKey(review: OwnReview, author: Author): string {
  return getOwner(review, author) + review._id
}

function getOwner(review: OwnReview, author: Author): string {
  return `${author} ${review[author]?._id} `
}
