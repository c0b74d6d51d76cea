import { parentPort } from 'node:worker_threads'
import type { Problem } from './matching/problem.ts'
import { type Found, makeSolver } from './matching/solve.ts'

/** What the thread is asked: a problem, and for how long it may look for better plans. */
export type Asked = { problem: Problem; forMs: number }
/** What it tells: each better plan, and when it is done. */
export type Told = Found | 'done'

const port = parentPort
if (port) {
  const solving = makeSolver()
  port.on('message', async ({ problem, forMs }: Asked) => {
    const untilMs = performance.now() + forMs
    const solve = await solving
    const tell = (told: Told) => port.postMessage(told)
    solve(problem, untilMs, tell)
    tell('done')
  })
}
