import { browserStorage, readJson, storeText } from '#web/kit/storage.ts'
import { addEdits, dropSent, hasEdits, noEdits, type WorkEdits } from './edits.ts'

/** Edits of the work on one review. */
type Unsent = { reviewId: string; edits: WorkEdits }

/**
 * The key in the browser's storage. What a session that ends leaves unsent stays there: only the
 * student whose review it is gets to see it.
 */
const storedAs = 'unsent work'

/** What is kept on this device, from any tab; undefined if nothing is. */
export function readUnsent(): Unsent | undefined {
  const stored = readJson(browserStorage, storedAs)
  if (stored === null) return undefined
  // Only `write` writes under this key.
  const { reviewId, ticks, links, ...rest } = stored as Record<string, never>
  return {
    reviewId: reviewId ?? '',
    edits: { ...rest, ticks: new Map(ticks), links: new Map(links) },
  }
}

/** Keeps edits on this device, besides those of other tabs. */
export function keepUnsent(reviewId: string, edits: WorkEdits): void {
  write(reviewId, addEdits(readOf(reviewId), edits))
}

/** Forgets edits that were sent. */
export function forgetSent(reviewId: string, sent: WorkEdits): void {
  if (readUnsent()?.reviewId === reviewId) write(reviewId, dropSent(readOf(reviewId), sent))
}

function readOf(reviewId: string): WorkEdits {
  const unsent = readUnsent()
  return unsent?.reviewId === reviewId ? unsent.edits : noEdits
}

function write(reviewId: string, edits: WorkEdits): void {
  const { ticks, links, ...rest } = edits
  const kept = { ...rest, reviewId, ticks: [...ticks], links: [...links] }
  storeText(browserStorage, storedAs, hasEdits(edits) ? JSON.stringify(kept) : null)
}
