import { answered } from './ask.ts'

/** The longest wait for a quiet moment, in ms. */
const idleWithinMs = 1_000
/** So long what has been drawn may take to be on the screen. */
const paintedAfterMs = 150
/** The pause before code is asked for again. */
const tryAgainMs = 3_000

/**
 * Fetches code that no first paint needs, once what the screen has asked for is there and painted
 * and the browser has nothing better to do, or with what comes `sooner`, and uses it; while it
 * cannot be fetched it is tried again. Answers how to give up.
 */
export function later<T>(
  load: () => Promise<T>,
  use: (loaded: T) => void,
  sooner?: Promise<unknown> | undefined,
): () => void {
  let isOver = false
  const fetchIt = async () => {
    if (isOver) return
    try {
      const loaded = await load()
      if (!isOver) use(loaded)
    } catch {
      if (!isOver) setTimeout(fetchIt, tryAgainMs)
    }
  }
  void Promise.race([whenQuiet(), ...(sooner ? [sooner] : [])]).then(fetchIt)
  return () => {
    isOver = true
  }
}

async function whenQuiet(): Promise<void> {
  await answered()
  await new Promise<void>(whenIdle)
  // There is an idle moment also between drawing and painting.
  await new Promise((resolve) => setTimeout(resolve, paintedAfterMs))
}

function whenIdle(work: () => void): void {
  // Safari has it only since lately.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleWithinMs })
  else setTimeout(work, 0)
}
