import { hourMs, minuteMs, secondMs } from '#contract/kit/time.ts'
import type { Context } from '../context.ts'

type Counting = Pick<Context, 'clock' | 'settings'>

/**
 * Counts one more of whoever asks, a network or a person. Returns for how many seconds they have to
 * wait: 0 while they have not gone beyond the limit, and with RATE_LIMIT=off. With `more` of 0 it
 * only tells whether they have gone beyond it already.
 */
export type Limit = (who: string, more?: 0 | 1) => number

/** Limits how often somebody may do something, counted by the minute. */
export function limitPerMinute(context: Counting, most: number): Limit {
  return limitPer(context, minuteMs, most)
}

/** The same, counted by the hour. */
export function limitPerHour(context: Counting, most: number): Limit {
  return limitPer(context, hourMs, most)
}

function limitPer({ clock, settings }: Counting, spanMs: number, most: number): Limit {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (who, more = 1) => {
    if (!settings.rateLimit) return 0
    const now = clock()
    // A clock that was set back begins a new span, too.
    if (now >= endsAt || now < endsAt - spanMs) {
      counts.clear()
      endsAt = now + spanMs
    }
    const count = (counts.get(who) ?? 0) + more
    if (more > 0) counts.set(who, count)
    return count > most ? Math.ceil((endsAt - now) / secondMs) : 0
  }
}
