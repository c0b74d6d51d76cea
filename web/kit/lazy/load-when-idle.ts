import { waitForPendingRequests } from '../api/request.ts'
import { nextInteraction, waitForIdleUser } from './first-interaction.ts'
import { type ChunkFailure, ChunkLoadError } from './import-chunk.ts'
import { announceNewVersion } from './new-version.ts'

/** The longest wait for a quiet moment, in ms. */
const idleWithinMs = 1_000
/** So long what has been drawn may take to be on the screen. */
const paintedAfterMs = 150
/** Whether code that is missing comes by itself, as it is asked for again and again. */
export function isRetryable(why: ChunkFailure): boolean {
  return why === 'line down' || why === 'server fault'
}

/** The pause before a retry. */
const retryAfterMs = 3_000

/** So long a page must be left alone for what works unseen, as its live connection, in ms. */
export const idleBeforeBackgroundMs = 3_000
/** The same for what is of use only to who presses something: it is there then on a bad line, too. */
export const idleUserMs = 10_000

type When = {
  /** Waits until nobody has touched the page for so long, or somebody does, or has before. */
  idleMs?: number | undefined
  /** Sooner than that, as soon as this is so. */
  sooner?: Promise<unknown> | undefined
}

/**
 * Loads code when the browser is idle: once what the screen has asked for is there and painted, and
 * uses it. For code that no first paint needs. While the line is down it is tried again; when there
 * is a new version the page says so. Answers how to give up.
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
    ...(idleMs > 0 ? [nextInteraction()] : []),
    ...(sooner ? [sooner] : []),
  ]
  void Promise.race(signs).then(fetchIt)
  return () => {
    isOver = true
  }
}

/**
 * Loads code with retries, as many as it takes while the line is down or the server has a fault, and
 * nobody has given up. Raises what else is in the way.
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

/** A moment, or as long as it takes until the device says that it is on the net again. */
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

/** Whoever has given up waits for no more idle moments: the page may be gone. */
async function whenQuiet(isOver: () => boolean, idleMs: number): Promise<void> {
  await waitForPendingRequests()
  if (isOver()) return
  await new Promise<void>(whenIdle)
  // There is an idle moment also between drawing and painting.
  await new Promise((resolve) => setTimeout(resolve, paintedAfterMs))
  if (idleMs > 0) await waitForIdleUser(idleMs)
  await waitForIdleTurn(isOver)
}

let lastTurn: Promise<void> = Promise.resolve()

/** An idle moment of one's own: what all begins at once holds the browser up. */
export function waitForIdleTurn(isOver = () => false): Promise<void> {
  lastTurn = lastTurn.then(() => (isOver() ? undefined : new Promise(whenIdle)))
  return lastTurn
}

function whenIdle(work: () => void): void {
  // Safari has it only since lately.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleWithinMs })
  else setTimeout(work, 0)
}
