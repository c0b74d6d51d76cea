import { parentPort } from 'node:worker_threads'
import { makeDraft } from './advisor/draft.ts'
import { type ExplainedPlan, type PlanRequest, planForAdvisor } from './advisor/plan-for-advisor.ts'
import type { Problem } from './matching/problem.ts'
import { makeSolver } from './matching/solve.ts'

/** What the thread is asked: a problem, whose plans, and until when (ms since 1970) it may take. */
export type WorkerRequest = { id: number; problem: Problem; requests: PlanRequest[]; until: number }
/** What it tells of each asker's: each better plan, and none when that is done. */
export type WorkerReply = { id: number; request: number; found: ExplainedPlan | undefined }

const port = parentPort
if (port) {
  const solving = makeSolver()
  port.on('message', async ({ id, problem, requests, until }: WorkerRequest) => {
    const solve = await solving
    let draft = makeDraft(problem)
    // Whoever has few reviews is not kept waiting by one who has many.
    const fewestFirst = [...requests.entries()].toSorted(
      ([, a], [, b]) => a.own.length - b.own.length,
    )
    for (const [place, [index, request]] of fewestFirst.entries()) {
      const report = (found: ExplainedPlan | undefined) =>
        port.postMessage({ id, request: index, found } satisfies WorkerReply)
      const now = performance.now()
      const left = until - performance.timeOrigin - now
      const untilMs = now + left / (fewestFirst.length - place)
      // What is planned for one is left alone in the plans of the next.
      draft = planForAdvisor(solve, { problem, draft }, request, { untilMs, found: report })
      report(undefined)
    }
  })
}
