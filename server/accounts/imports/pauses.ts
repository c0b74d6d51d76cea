import { setTimeout } from 'node:timers/promises'
import { secondMs } from '#contract/kit/time/durations.ts'

/** Pauses after a slice of work, by default nine times as long as that. */
export type Pause = (times?: number) => Promise<void>

/** From then on there are no more pauses: an import takes ten seconds at most. */
const pausesEndAfterMs = 6 * secondMs

/** Makes the pauses of a long work, in which others' calls run. */
export function makePauses(): Pause {
  const until = performance.now() + pausesEndAfterMs
  let since = performance.now()
  return async (times = 9) => {
    const now = performance.now()
    await setTimeout(now < until ? (now - since) * times : 0)
    since = performance.now()
  }
}
