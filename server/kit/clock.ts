import { minuteMs } from '#contract/kit/time/durations.ts'

/** Returns the time in milliseconds since 1970; tests replace it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/**
 * The largest difference expected between the clocks of processes. A stored instant further ahead
 * was written before a clock was set back and is not trusted.
 */
export const clockSkewMs = minuteMs
