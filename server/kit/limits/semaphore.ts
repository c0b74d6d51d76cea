import { tooBusy } from '#contract/kit/refusal.ts'
import { retryAfterSeconds } from '#contract/limits/limits.ts'
import { Refused } from '../call/refused.ts'

/** A waiting task: it is started, or refused. */
type Waiting = { begin: () => void; giveUp: (why: Refused) => void }

/**
 * A fair semaphore for heavy work: `atOnce` tasks run at a time and the others queue. Owners take
 * turns, each with its oldest task, so that one owner may fill the queue but does not block others.
 * When `waitingMax` tasks wait, the newest task of the owner with most is refused in favour of a
 * new one: an immediate refusal is better than a reply after the client has given up.
 */
export function makeSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let running = 0
  /** Queues by owner; the first owner has the next turn. */
  const waiting = new Map<string, Waiting[]>()

  return async function runInTurn<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      makeRoom(waiting, waitingMax, whose)
      await new Promise<void>((begin, giveUp) => {
        waiting.set(whose, [...(waiting.get(whose) ?? []), { begin, giveUp }])
      })
    }
    try {
      return await work()
    } finally {
      // The slot passes to the next task, or is freed.
      const next = shiftNext(waiting)
      if (next) next.begin()
      else running -= 1
    }
  }
}

/** If the queue is full, refuses the new task or the newest of the owner with most. */
function makeRoom(waiting: Map<string, Waiting[]>, waitingMax: number, whose: string): void {
  const pieces = [...waiting.values()]
  if (pieces.reduce((sum, { length }) => sum + length, 0) < waitingMax) return
  const most = pieces.reduce((a, b) => (b.length > a.length ? b : a), [])
  const full = new Refused(tooBusy, { retryAfterSeconds: retryAfterSeconds })
  // With the new task its owner would have as many.
  if ((waiting.get(whose)?.length ?? 0) + 1 >= most.length) throw full
  most.pop()?.giveUp(full)
}

/** Removes the next task; the owner's other tasks go behind those of other owners. */
function shiftNext(waiting: Map<string, Waiting[]>): Waiting | undefined {
  for (const [whose, [next, ...others]] of waiting) {
    waiting.delete(whose)
    if (others.length > 0) waiting.set(whose, others)
    return next
  }
  return undefined
}
