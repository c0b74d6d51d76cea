import { parentPort } from 'node:worker_threads'
import type { Problem } from './matching/problem.ts'
import { type Found, makeSolver } from './matching/solve.ts'
import { makeReasons } from './why.ts'

/** What the thread is asked: a problem, and until when (ms since 1970) it may look for better plans. */
export type Asked = { id: number; problem: Problem; until: number }
/** A plan with, for each review, why it has its slot, or none. */
export type Explained = Found & { why: string[] }
/** What it tells of it: each better plan, and none when it is done. */
export type Told = { id: number; found: Explained | undefined }

/** Finds words for a plan: they look through every slot, which is the thread's work too. */
export function explain(problem: Problem, found: Found): Explained {
  const whyOf = makeReasons(problem)
  return { ...found, why: found.plan.map((slot, review) => whyOf(review, slot)) }
}

const port = parentPort
if (port) {
  const solving = makeSolver()
  port.on('message', async ({ id, problem, until }: Asked) => {
    const solve = await solving
    const tell = (found: Explained | undefined) => port.postMessage({ id, found } satisfies Told)
    solve(problem, until - performance.timeOrigin, (found) => tell(explain(problem, found)))
    tell(undefined)
  })
}
