import { browserStorage, readJson, storeText } from '#web/kit/storage.ts'
import { addEdits, dropSent, hasEdits, noEdits, type WorkEdits } from './edits.ts'

/** Edits of the work on one review, and whose it is; earlier versions did not store that. */
type Unsent = { reviewId: string; studentId?: string | undefined; edits: WorkEdits }

/**
 * The key in the browser's storage. What a session that ends leaves unsent stays there, whoever
 * signs in next: only the student whose review it is can send it.
 */
const storedAs = 'unsent work'

/** In a browser that many students share, older ones are dropped. */
const reviewsMax = 30

/** What is kept on this device, from any tab, for each review. */
export function readUnsent(): Unsent[] {
  // Only `write` writes under this key; versions before it kept one review, not a list.
  const stored = [readJson(browserStorage, storedAs) ?? []].flat() as Record<string, never>[]
  return stored.map(({ reviewId, studentId, ticks, links, ...rest }) => ({
    reviewId: reviewId ?? '',
    studentId,
    edits: { ...rest, ticks: new Map(ticks), links: new Map(links) },
  }))
}

/** Keeps edits on this device, besides those of other tabs. */
export function keepUnsent({ reviewId, studentId, edits }: Unsent): void {
  write({ reviewId, studentId, edits: addEdits(readUnsentEdits(reviewId).edits, edits) })
}

/** Forgets edits that were sent, or shown as refused. */
export function forgetSent(reviewId: string, sent: WorkEdits): void {
  const { edits, ...of } = readUnsentEdits(reviewId)
  write({ ...of, edits: dropSent(edits, sent) })
}

/** What is kept on this device for a review. */
export function readUnsentEdits(reviewId: string): Unsent {
  const none = { reviewId, edits: noEdits }
  return readUnsent().find((one) => one.reviewId === reviewId) ?? none
}

function write(of: Unsent): void {
  const others = readUnsent().filter(({ reviewId }) => reviewId !== of.reviewId)
  const kept = hasEdits(of.edits) ? [...others, of] : others
  const stored = kept
    .slice(-reviewsMax)
    .map(({ reviewId, studentId, edits: { ticks, links, ...rest } }) => {
      return { ...rest, reviewId, studentId, ticks: [...ticks], links: [...links] }
    })
  storeText(browserStorage, storedAs, stored.length > 0 ? JSON.stringify(stored) : null)
}
