import { tooBusy } from '#contract/kit/refusal.ts'
import { Refused } from './refused.ts'

const retryAfterSeconds = 2

/**
 * Makes a line for work that is heavy: `atOnce` pieces are done at the same time and the others
 * wait in order. Whoever comes while `waitingMax` wait already is refused at once, which is kinder
 * than an answer that comes after they have given up.
 */
export function openLine({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else if (waiting.length < waitingMax) await new Promise<void>((turn) => waiting.push(turn))
    else throw new Refused(tooBusy, { retryAfterSeconds })
    try {
      return await work()
    } finally {
      // The place goes to the next in line, or is given up.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
