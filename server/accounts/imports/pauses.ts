import { setTimeout } from 'node:timers/promises'
import { secondMs } from '#contract/kit/time/durations.ts'

/** Pauses after a slice of work. */
export type Pause = () => Promise<void>

/** The work takes at most this part of the time, so that others' calls hardly notice it. */
const share = 0.25
/** All pauses of one import together. */
const atMostMs = 3 * secondMs

/** Makes the pauses of a long work: each is three times as long as the slice before it. */
export function makePauses(): Pause {
  let left = atMostMs
  let since = performance.now()
  return async () => {
    const ms = Math.min(left, (performance.now() - since) * (1 / share - 1))
    left -= ms
    await setTimeout(ms)
    since = performance.now()
  }
}
