import { refusal, tooManyCalls } from '#contract/kit/refusal.ts'
import { minuteMs, secondMs } from '#contract/kit/time/time.ts'
import { Refused } from '../call/refused.ts'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'

/**
 * A rate limit: counts one more of whoever asks, a network or a person. Returns for how many seconds
 * they have to wait: 0 while they have not gone beyond it, and with RATE_LIMIT=off. With `more` of 0
 * it only tells whether they have gone beyond it already.
 */
export type RateLimiter = (who: string, more?: 0 | 1) => number

/** Limits how often somebody may do something, counted by the minute or another span. */
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

/** Counts one more of whoever asks; beyond the limit a 429 says when to come again. */
export function enforceRateLimit(limit: RateLimiter, who: string): void {
  const retryAfterSeconds = limit(who)
  if (retryAfterSeconds > 0) throw new Refused(refusal(429, tooManyCalls), { retryAfterSeconds })
}

/**
 * A fixed window: counts by whom, from the first count on for `spanMs`, then anew. Returns how often
 * there was a count of theirs, and in how many ms the window ends.
 */
export function makeFixedWindow(clock: Clock, spanMs: number) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (who: string, more: 0 | 1 = 1): { count: number; leftMs: number } => {
    const now = clock()
    // A clock that was set back begins a new window, too: nobody waits for longer.
    if (now >= endsAt || now < endsAt - spanMs) {
      counts.clear()
      endsAt = now + spanMs
    }
    const count = (counts.get(who) ?? 0) + more
    if (more > 0) counts.set(who, count)
    return { count, leftMs: endsAt - now }
  }
}
