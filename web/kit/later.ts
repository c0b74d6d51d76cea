import { answered } from './ask.ts'
import { atMost } from './at-most.ts'

/** The longest waits for answers and for a quiet moment, and the pause before code is asked for again. */
const answeredWithinMs = 1_000
const idleWithinMs = 1_000
const tryAgainMs = 3_000

/**
 * Fetches code that no first paint needs, once what the screen has asked for is there and painted
 * and the browser has nothing better to do, and uses it; while it cannot be fetched it is tried
 * again. Answers how to give up.
 */
export function later<T>(load: () => Promise<T>, use: (loaded: T) => void): () => void {
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
  void whenQuiet().then(fetchIt)
  return () => {
    isOver = true
  }
}

async function whenQuiet(): Promise<void> {
  await atMost(answered(), answeredWithinMs)
  await new Promise<void>(whenIdle)
  // An idle moment comes also between drawing and painting.
  await new Promise<void>(whenPainted)
}

function whenIdle(work: () => void): void {
  // Safari has it only since lately.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleWithinMs })
  else setTimeout(work, 0)
}

function whenPainted(work: () => void): void {
  // Nothing is painted where nobody can see it.
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work, 0))
}
