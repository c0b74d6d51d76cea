import { parentPort } from 'node:worker_threads'
import type { Problem } from './matching/problem.ts'
import { type Found, makeSolver } from './matching/solve.ts'

/** What the thread is asked: a problem, and until when (ms since 1970) it may look for better plans. */
export type Asked = { id: number; problem: Problem; until: number }
/** What it tells of it: each better plan, and none when it is done. */
export type Told = { id: number; found: Found | undefined }

const port = parentPort
if (port) {
  const solving = makeSolver()
  port.on('message', async ({ id, problem, until }: Asked) => {
    const solve = await solving
    const tell = (found: Found | undefined) => port.postMessage({ id, found } satisfies Told)
    solve(problem, until - performance.timeOrigin, tell)
    tell(undefined)
  })
}
