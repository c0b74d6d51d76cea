import { parentPort } from 'node:worker_threads'
import {
  type AdvisorPlanRequest,
  type ExplainedPlan,
  planForAdvisor,
} from './advisor/plan-for-advisor.ts'
import { draftSchoolPlan } from './advisor/school-draft.ts'
import type { Problem } from './matching/problem.ts'
import { makeSolver } from './matching/solve.ts'

/** A request to the thread: problem, advisors to plan for, and deadline (ms since 1970). */
export type WorkerRequest = {
  id: number
  problem: Problem
  requests: AdvisorPlanRequest[]
  until: number
}
/** A reply of the thread: a better plan of one advisor, or none once that advisor is done. */
export type WorkerReply = { id: number; request: number; found: ExplainedPlan | undefined }

const port = parentPort
if (port) {
  const solving = makeSolver()
  port.on('message', async ({ id, problem, requests, until }: WorkerRequest) => {
    const solve = await solving
    let draft = draftSchoolPlan(problem)
    // Advisors with few reviews should not wait for one with many.
    const fewestFirst = [...requests.entries()].toSorted(
      ([, a], [, b]) => a.own.length - b.own.length,
    )
    for (const [place, [index, request]] of fewestFirst.entries()) {
      const report = (found: ExplainedPlan | undefined) =>
        port.postMessage({ id, request: index, found } satisfies WorkerReply)
      const now = performance.now()
      const left = until - performance.timeOrigin - now
      const untilMs = now + left / (fewestFirst.length - place)
      // The next advisor's plan leaves alone what this one was given.
      draft = planForAdvisor(solve, { problem, draft }, request, { untilMs, found: report })
      report(undefined)
    }
  })
}
