import { defineRefusal, tooManyRequestsMessage } from '#contract/kit/refusal.ts'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { Refused } from '../call/refused.ts'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'

/**
 * A rate limiter: counts a request by its key, a network or a person. Returns the seconds to wait:
 * 0 within the limit, and with RATE_LIMIT=off. With `more` of 0 it only checks.
 */
export type RateLimiter = (who: string, more?: 0 | 1) => number

/** Makes a rate limiter of `most` requests per key in each window. */
export function makeRateLimiter(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  most: number,
  spanMs = minuteMs,
): RateLimiter {
  const countIn = makeFixedWindow(clock, spanMs)
  return (who, more) => {
    if (!settings.rateLimit) return 0
    const { count, leftMs } = countIn(who, more)
    return count > most ? Math.ceil(leftMs / secondMs) : 0
  }
}

/** Counts a request; beyond the limit, throws a 429 with Retry-After. */
export function enforceRateLimit(limit: RateLimiter, who: string): void {
  const retryAfterSeconds = limit(who)
  if (retryAfterSeconds > 0)
    throw new Refused(defineRefusal(429, tooManyRequestsMessage), { retryAfterSeconds })
}

/**
 * A fixed window counter: counts by key for `spanMs` from the first count on. Returns the count of
 * the key and the ms until the window ends.
 */
export function makeFixedWindow(clock: Clock, spanMs: number) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (who: string, more: 0 | 1 = 1): { count: number; leftMs: number } => {
    const now = clock()
    // A clock that was set back starts a new window too, so that nobody waits longer.
    if (now >= endsAt || now < endsAt - spanMs) {
      counts.clear()
      endsAt = now + spanMs
    }
    const count = (counts.get(who) ?? 0) + more
    if (more > 0) counts.set(who, count)
    return { count, leftMs: endsAt - now }
  }
}
