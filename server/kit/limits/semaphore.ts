import { tooBusy } from '#contract/kit/refusal.ts'
import { busyRetrySeconds } from '#contract/limits.ts'
import { Refused } from '../call/refused.ts'

/** A piece of work that waits: it is told to begin, or that there is no place for it any more. */
type Waiting = { begin: () => void; giveUp: (why: Refused) => void }

/**
 * A semaphore for heavy work, fair to those whom it is for: `atOnce` pieces are done at the same
 * time and the others wait. Those for whom something waits have their turns one after the other,
 * each with their oldest piece: one alone may fill the queue, and gives way when others come. While
 * `waitingMax` wait, the newest piece of whoever has most in the queue is refused for one more: an
 * answer at once is kinder than one that comes after they have given up.
 */
export function makeSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let running = 0
  /** By whose work it is; whoever is first has the next turn. */
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
      // The place goes to whoever is next, or is given up.
      const next = shiftNext(waiting)
      if (next) next.begin()
      else running -= 1
    }
  }
}

/** Refuses the one who comes, or one who waits, if the queue is full. */
function makeRoom(waiting: Map<string, Waiting[]>, waitingMax: number, whose: string): void {
  const pieces = [...waiting.values()]
  if (pieces.reduce((sum, { length }) => sum + length, 0) < waitingMax) return
  const most = pieces.reduce((a, b) => (b.length > a.length ? b : a), [])
  const full = new Refused(tooBusy, { retryAfterSeconds: busyRetrySeconds })
  // With one more they would have as many themselves.
  if ((waiting.get(whose)?.length ?? 0) + 1 >= most.length) throw full
  most.pop()?.giveUp(full)
}

/** Takes whoever has the next turn out of the queue; what else they have waits behind the others. */
function shiftNext(waiting: Map<string, Waiting[]>): Waiting | undefined {
  for (const [whose, [next, ...others]] of waiting) {
    waiting.delete(whose)
    if (others.length > 0) waiting.set(whose, others)
    return next
  }
  return undefined
}
