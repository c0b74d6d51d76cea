import { minuteMs, secondMs } from './clock.ts'
import type { Context } from './context.ts'

/**
 * Limits how often a network may do something, counted by the minute. Returns for how many seconds
 * it has to wait: 0 while it has not reached `most`, and with RATE_LIMIT=off.
 */
export function limitPerMinute(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  most: number,
): (network: string) => number {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (network) => {
    if (!settings.rateLimit) return 0
    const now = clock()
    // A clock that was set back begins a new minute, too.
    if (now >= endsAt || now < endsAt - minuteMs) {
      counts.clear()
      endsAt = now + minuteMs
    }
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count > most ? Math.ceil((endsAt - now) / secondMs) : 0
  }
}
