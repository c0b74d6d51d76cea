import { minuteMs } from '../kit/time/durations.ts'

/** A look at the server's health takes so long at most: less than a page waits for a call. */
export const healthCheckTimeoutMs = 5_000
/** Of one admin. */
export const healthChecksPerMinute = 10
/** What ends within so many days is said to end soon: a certificate. */
export const certificateDaysMin = 14
/** What the last look found is good for so long for the number beside Health. */
export const healthCacheMs = 5 * minuteMs
