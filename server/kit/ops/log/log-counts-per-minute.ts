import type { FastifyInstance } from 'fastify'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startInterval } from '../../interval.ts'

/** Further networks within a minute are counted together. */
const networksMax = 1_000
const others = 'others'

/**
 * Counts frequent events and logs a line a minute for each network, with the count and the message.
 * The rest is logged at shutdown.
 */
export function logCountsPerMinute(
  app: FastifyInstance,
  message: string,
): (network: string) => void {
  const counts = new Map<string, number>()
  const logCounts = async () => {
    for (const [network, times] of counts) app.log.warn({ network, times }, message)
    counts.clear()
  }
  startInterval(app, minuteMs, logCounts)
  app.addHook('preClose', logCounts)
  return (network) => {
    const key = counts.has(network) || counts.size < networksMax ? network : others
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
}
