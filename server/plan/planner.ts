import { planMs, plansWaitingMax } from '#contract/limits/plan.ts'
import { makeSemaphore } from '#server/kit/limits/semaphore.ts'
import { makeThread } from '#server/kit/thread.ts'
import { placeMost } from './matching/place.ts'
import type { Problem } from './matching/problem.ts'
import { type Asked, type Explained, explain, type Told } from './worker.ts'

/** What the solver takes to notice that its time is up. */
const sparedMs = 400
/** Whoever has waited long has so much left even so: a first plan takes less. */
const leastMs = 500

export type Planner = ReturnType<typeof makePlanner>

/**
 * Makes plans in a thread of its own, one at a time, in which no other call is held up. One that does
 * not stop in time is ended, and the next plan has a new one.
 */
export function makePlanner({ withinMs = planMs } = {}) {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMax: plansWaitingMax })
  const thread = makeThread(import.meta.resolve('./worker.ts'))
  /** Those being made, and those that wait for it. */
  let asked = 0
  let lastId = 0

  /** The best plan that the thread has told of by then; undefined if it has told of none. */
  const ask = (problem: Problem, { lateAt, solveUntil }: { lateAt: number; solveUntil: number }) =>
    new Promise<Explained | undefined>((resolve, reject) => {
      const asking = thread.take()
      lastId += 1
      const id = lastId
      let best: Explained | undefined
      const stop = () => {
        clearTimeout(late)
        asking.off('message', hear).off('error', fail)
        thread.rest()
      }
      const hear = (told: Told) => {
        if (told.id !== id) return
        if (told.found) best = told.found
        else {
          stop()
          resolve(best)
        }
      }
      const fail = (error: unknown) => {
        stop()
        reject(error)
      }
      const late = setTimeout(() => {
        stop()
        resolve(best && { ...best, isBest: false })
        // One that has told of nothing yet is still being started.
        if (best) thread.end().catch(fail)
      }, lateAt - performance.now())
      asking.on('message', hear).once('error', fail)
      const until = performance.timeOrigin + solveUntil
      asking.postMessage({ id, problem, until } satisfies Asked)
    })

  return {
    /**
     * The best plan that is found in time for a problem, which is read when its turn has come; when
     * others wait, they have their part of the time. Refuses when too many wait already.
     */
    async plan<R extends { problem: Problem }>(
      whose: string,
      read: () => Promise<R>,
    ): Promise<{ read: R; found: Explained }> {
      const lateAt = performance.now() + withinMs
      asked += 1
      try {
        return await inTurn(whose, async () => {
          const what = await read()
          const now = performance.now()
          const found = await ask(what.problem, {
            lateAt: Math.max(lateAt, now + leastMs),
            solveUntil: now + (lateAt - sparedMs - now) / asked,
          })
          // A first plan takes no longer than other calls do.
          const first = () => explain(what.problem, { ...placeMost(what.problem), isBest: false })
          return { read: what, found: found ?? first() }
        })
      } finally {
        asked -= 1
      }
    },

    /** Ends the thread. */
    stop: thread.end,
  }
}
