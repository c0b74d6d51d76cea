/** The longest wait for a quiet moment, and the pause before code is asked for again, in ms. */
const idleWithinMs = 1_000
const tryAgainMs = 3_000

/**
 * Fetches code that no first paint needs, once the browser has nothing better to do, and uses it;
 * while it cannot be fetched it is tried again. Answers how to give up.
 */
export function later<T>(load: () => Promise<T>, use: (loaded: T) => void): () => void {
  let isOver = false
  const fetchIt = async () => {
    try {
      const loaded = await load()
      if (!isOver) use(loaded)
    } catch {
      if (!isOver) setTimeout(fetchIt, tryAgainMs)
    }
  }
  whenIdle(fetchIt)
  return () => {
    isOver = true
  }
}

function whenIdle(work: () => void): void {
  // Safari has it only since lately.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleWithinMs })
  else setTimeout(work, 0)
}
