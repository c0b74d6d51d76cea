import { minuteMs } from '#contract/kit/time/time.ts'

/** Tells the time as milliseconds since 1970; tests set it. */
export type Clock = () => number

/** The machine's own time. */
export const systemClock: Clock = () => Date.now()

/**
 * By no more than this the clocks of processes differ. What is stored with an instant further ahead
 * was written before the clock was set back, and must not hold for as long as it was wrong.
 */
export const clockSkewMs = minuteMs
