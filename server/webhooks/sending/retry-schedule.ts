import { dayMs } from '#contract/kit/time/durations.ts'
import { webhookRetryDays, webhookRetryGapsMs } from '#contract/webhooks/limits.ts'

const longestGapMs = Math.max(...webhookRetryGapsMs)

type Failed = {
  now: number
  /** How often it has been tried, this time included, and since when. */
  attempts: number
  firstTriedAt: number
  /** How long the receiver asks to be left alone. */
  retryAfterMs: number | undefined
}

/**
 * Returns when a failed delivery is tried again (ms since 1970): with growing gaps, the last time
 * after three days. Undefined if that was the last attempt.
 */
export function getNextAttempt({
  now,
  attempts,
  firstTriedAt,
  retryAfterMs = 0,
}: Failed): number | undefined {
  const lastAt = firstTriedAt + webhookRetryDays * dayMs
  if (now >= lastAt) return undefined
  const gap = webhookRetryGapsMs[attempts - 1] ?? longestGapMs
  return Math.min(now + Math.max(gap, Math.min(retryAfterMs, longestGapMs)), lastAt)
}
