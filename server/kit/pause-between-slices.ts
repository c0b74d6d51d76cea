import { setTimeout } from 'node:timers/promises'

/** Between slices of a millisecond or two, others' calls have nine tenths of the time. */
const pauseMs = 12

/** Pauses between two slices of long work, so that others' calls run in between. */
export const pauseBetweenSlices = (): Promise<void> => setTimeout(pauseMs)

/** Pauses for as long as the last slice took (ms): the database serves others half of the time. */
export const pauseForSameTime = (tookMs: number): Promise<void> =>
  setTimeout(Math.max(pauseMs, tookMs))
