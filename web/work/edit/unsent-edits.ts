import { browserStorage, readJson, storeText } from '#web/kit/storage.ts'
import { addEdits, dropSent, hasEdits, noEdits, type WorkEdits } from './edits.ts'

/** Edits of the work on one review. */
type Unsent = { reviewId: string; edits: WorkEdits }

/**
 * The key in the browser's storage. What a session that ends leaves unsent stays there, whoever
 * signs in next: only the student whose review it is can send it.
 */
const storedAs = 'unsent work'

/** What is kept on this device, from any tab, for each review. */
export function readUnsent(): Unsent[] {
  // Only `write` writes under this key; versions before it kept one review, not a list.
  const stored = [readJson(browserStorage, storedAs) ?? []].flat() as Record<string, never>[]
  return stored.map(({ reviewId, ticks, links, ...rest }) => ({
    reviewId: reviewId ?? '',
    edits: { ...rest, ticks: new Map(ticks), links: new Map(links) },
  }))
}

/** Keeps edits on this device, besides those of other tabs. */
export function keepUnsent(reviewId: string, edits: WorkEdits): void {
  write(reviewId, addEdits(readOf(reviewId), edits))
}

/** Forgets edits that were sent. */
export function forgetSent(reviewId: string, sent: WorkEdits): void {
  write(reviewId, dropSent(readOf(reviewId), sent))
}

function readOf(reviewId: string): WorkEdits {
  return readUnsent().find((one) => one.reviewId === reviewId)?.edits ?? noEdits
}

function write(reviewId: string, edits: WorkEdits): void {
  const others = readUnsent().filter((one) => one.reviewId !== reviewId)
  const kept = hasEdits(edits) ? [...others, { reviewId, edits }] : others
  const stored = kept.map(({ reviewId, edits: { ticks, links, ...rest } }) => {
    return { ...rest, reviewId, ticks: [...ticks], links: [...links] }
  })
  storeText(browserStorage, storedAs, stored.length > 0 ? JSON.stringify(stored) : null)
}
