import { waitForPendingRequests } from '../api/request.ts'
import { type ChunkFailure, ChunkLoadError } from './import-chunk.ts'
import { announceNewVersion } from './new-version.ts'
import { waitForIdleUser, waitForInteraction } from './wait-for-user.ts'

/** The longest wait for an idle moment, in ms. */
const idleWithinMs = 1_000
/** How long a rendered change takes to be painted, in ms. */
const paintedAfterMs = 150
/** Whether a retry can load the missing code. */
export function isRetryable(why: ChunkFailure): boolean {
  return why === 'offline' || why === 'server fault'
}

/** The pause before a retry, in ms. */
const retryAfterMs = 3_000

/** How long a page must be untouched before background work starts, in ms. */
export const idleBeforeBackgroundMs = 3_000
/** The same for code needed only after an interaction: it is preloaded for bad connections. */
export const idleBeforePreloadMs = 10_000

type When = {
  /** Waits until the page has been untouched for this long, or until an interaction. */
  idleMs?: number | undefined
  /** Ends the wait early. */
  sooner?: Promise<unknown> | undefined
}

/**
 * Loads code when the browser is idle, once the screen's requests are answered and painted, and
 * calls `use` with it. For code that the first paint does not need. It retries while the connection
 * is down; if there is a new version, the page says so. Returns how to cancel.
 */
export function loadWhenIdle<T>(
  load: () => Promise<T>,
  use: (loaded: T) => void,
  { idleMs = 0, sooner }: When = {},
): () => void {
  let isOver = false
  const fetchIt = async () => {
    try {
      if (isOver) return
      const loaded = await loadWithRetry(load, () => isOver)
      if (!isOver) use(loaded)
    } catch (error) {
      if (isOver) return
      if (error instanceof ChunkLoadError) announceNewVersion()
      else setTimeout(fetchIt, retryAfterMs)
    }
  }
  const signs = [
    whenQuiet(() => isOver, idleMs),
    ...(idleMs > 0 ? [waitForInteraction()] : []),
    ...(sooner ? [sooner] : []),
  ]
  void Promise.race(signs).then(fetchIt)
  return () => {
    isOver = true
  }
}

/**
 * Loads code with retries while the connection is down or the server fails, until cancelled. Raises
 * all other errors.
 */
export async function loadWithRetry<T>(load: () => Promise<T>, isOver = () => false): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof ChunkLoadError && isRetryable(error.why)) || isOver()) throw error
    }
    await waitBeforeRetry()
  }
}

/** Waits a moment, or until the device is online again. */
function waitBeforeRetry(): Promise<unknown> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve(undefined)
    }
    const timer = setTimeout(over, retryAfterMs)
    addEventListener('online', over)
  })
}

/** Waits for an idle moment, unless cancelled meanwhile: the page may be gone. */
async function whenQuiet(isOver: () => boolean, idleMs: number): Promise<void> {
  await waitForPendingRequests()
  if (isOver()) return
  await new Promise<void>(whenIdle)
  // The browser may also be idle between rendering and painting.
  await new Promise((resolve) => setTimeout(resolve, paintedAfterMs))
  if (idleMs > 0) await waitForIdleUser(idleMs)
  await waitForIdleTurn(isOver)
}

let lastTurn: Promise<void> = Promise.resolve()

/** Waits for an idle moment of its own, so that waiting tasks do not all run in the same one. */
export function waitForIdleTurn(isOver = () => false): Promise<void> {
  lastTurn = lastTurn.then(() => (isOver() ? undefined : new Promise(whenIdle)))
  return lastTurn
}

function whenIdle(work: () => void): void {
  // Safari supports it only since recently.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleWithinMs })
  else setTimeout(work, 0)
}
