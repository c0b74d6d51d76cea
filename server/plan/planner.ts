import { plansComputedTogetherMax, planTimeoutMs, queuedPlansMax } from '#contract/limits/plan.ts'
import { makeSemaphore } from '#server/kit/limits/semaphore.ts'
import { makeOnDemandThread } from '#server/kit/worker-thread.ts'
import {
  type AdvisorPlanRequest,
  type ExplainedPlan,
  planForAdvisor,
} from './advisor/plan-for-advisor.ts'
import { draftSchoolPlan } from './advisor/school-draft.ts'
import { assignMost } from './matching/assign.ts'
import { getItem, type Plan, type Problem } from './matching/problem.ts'
import type { Solve } from './matching/solve.ts'
import type { WorkerReply, WorkerRequest } from './worker.ts'

export type PlanLimits = {
  /** The time limit for answering a call, in ms. */
  planMs: number
  /** A call that has waited long still gets this many ms; a first plan takes less. */
  minMs: number
}

export const planLimits: PlanLimits = { planMs: planTimeoutMs, minMs: 500 }

/** How long the solver takes to notice that its time is up. */
const sparedMs = 400

type School = { problem: Problem; requests: AdvisorPlanRequest[] }
/** What was read for a call, whose plan it is, and the plan. */
export type PlanResult<R> = { read: R; request: AdvisorPlanRequest; found: ExplainedPlan }
type Call<W, R> = {
  wanted: W
  lateAt: number
  answer: (made: PlanResult<R>) => void
  fail: (error: unknown) => void
}

/**
 * Makes plans in a worker thread, so that other calls are not blocked. Calls that arrive while
 * plans are being made are handled together in the next round: their data is read once, after all
 * of them arrived, so that none of them sees a slot that was taken earlier. A thread that does not
 * stop in time is terminated, and the next plans start a new one. `onError` is called with an error
 * of the thread that comes after its calls were answered.
 */
export function makePlanner<W, R extends School>(
  limits: PlanLimits,
  read: (wanted: W[]) => Promise<R>,
  onError: (error: unknown) => void,
) {
  const admit = makeSemaphore({ atOnce: plansComputedTogetherMax, waitingMax: queuedPlansMax })
  const thread = makeOnDemandThread(import.meta.resolve('./worker.ts'), { onError })
  let waiting: Call<W, R>[] = []
  let isAtWork = false
  let lastId = 0

  async function work(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    while (waiting.length > 0) {
      const calls = waiting
      waiting = []
      try {
        await answer(calls, await read(calls.map(({ wanted }) => wanted)))
      } catch (error) {
        for (const { fail } of calls) fail(error)
      }
    }
    isAtWork = false
  }

  /** Answers each call with the best plan that the thread has reported in time. */
  function answer(calls: Call<W, R>[], school: R): Promise<void> {
    return new Promise((resolve, reject) => {
      const { problem, requests } = school
      const makeFallbackPlan = makeFallbackPlans(problem)
      const asking = thread.take()
      lastId += 1
      const id = lastId
      const best = new Map<number, ExplainedPlan>()
      const open = new Map(calls.entries())
      const timers: NodeJS.Timeout[] = []
      const finish = () => {
        for (const timer of timers) clearTimeout(timer)
        asking.off('message', hear).off('error', fail)
        thread.rest()
      }
      const close = (index: number, found: ExplainedPlan) => {
        open.get(index)?.answer({ read: school, request: getItem(requests, index), found })
        open.delete(index)
        if (open.size > 0) return
        finish()
        resolve()
      }
      const hear = (reply: WorkerReply) => {
        if (reply.id !== id) return
        const known = best.get(reply.request)
        if (reply.found) best.set(reply.request, reply.found)
        else if (known) close(reply.request, known)
      }
      const fail = (error: unknown) => {
        finish()
        reject(error)
      }
      const giveUp = (index: number) => {
        if (!open.has(index)) return
        const known = best.get(index)
        close(
          index,
          known ? { ...known, isBest: false } : makeFallbackPlan(getItem(requests, index)),
        )
        // A thread that has reported nothing yet may still be starting, so it is kept.
        if (open.size === 0 && best.size > 0) thread.end().catch(fail)
      }
      const now = performance.now()
      const lateAt = calls.map((call) => Math.max(call.lateAt, now + limits.minMs))
      for (const [index, late] of lateAt.entries()) {
        // An infinite limit needs no timer.
        if (Number.isFinite(late)) timers.push(setTimeout(giveUp, late - now, index))
      }
      asking.on('message', hear).once('error', fail)
      const until = performance.timeOrigin + Math.min(...lateAt) - sparedMs
      asking.postMessage({ id, problem, requests, until } satisfies WorkerRequest)
    })
  }

  return {
    /** Returns the best plan found in time. Refuses if too many calls are already waiting. */
    plan(whose: string, ask: () => Promise<W>): Promise<PlanResult<R>> {
      const lateAt = performance.now() + limits.planMs
      return admit(whose, async () => {
        const wanted = await ask()
        return new Promise<PlanResult<R>>((resolve, fail) => {
          waiting.push({ wanted, lateAt, answer: resolve, fail })
          work().catch(fail)
        })
      })
    },

    stop: thread.end,
  }
}

/**
 * Greedy plans made without the thread: the school is drafted once when the first is needed, and
 * each plan leaves alone what earlier ones were given.
 */
function makeFallbackPlans(problem: Problem) {
  let draft: Plan | undefined
  const placeOnly: Solve = (some, _, report) =>
    report({ plan: assignMost(some).plan, isBest: false })
  return (request: AdvisorPlanRequest): ExplainedPlan => {
    let first: ExplainedPlan = { plan: [], reasons: [], isBest: false }
    const found = (one: ExplainedPlan) => {
      first = one
    }
    draft ??= draftSchoolPlan(problem)
    draft = planForAdvisor(placeOnly, { problem, draft }, request, { untilMs: 0, found })
    return first
  }
}
