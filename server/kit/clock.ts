/** Tells the time as milliseconds since 1970; tests set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * By no more than this the clocks of processes differ. What is stored with an instant further ahead
 * was written before the clock was set back, and must not hold for as long as it was wrong.
 */
export const clockSkewMs = minuteMs
