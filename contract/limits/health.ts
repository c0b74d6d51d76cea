import { minuteMs } from '../kit/time/durations.ts'

/** Shorter than the page's own timeout. */
export const healthCheckTimeoutMs = 5_000
/** For one admin. */
export const healthChecksPerMinute = 10
/** A certificate that expires within this many days needs attention. */
export const certificateExpiryWarningDays = 14
/** An API token that expires within this many days needs attention. */
export const apiTokenExpiryWarningDays = 14
/** How long the last result is reused for the count beside Health. */
export const healthCacheMs = 5 * minuteMs
