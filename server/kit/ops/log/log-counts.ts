import type { FastifyInstance } from 'fastify'
import { minuteMs } from '#contract/kit/time/time.ts'
import { startInterval } from '../../interval.ts'

/** Beyond so many networks a minute the others are counted together. */
const networksMax = 1_000
const others = 'others'

/**
 * Counts what comes too often to be logged each time: a line a minute for each network, with its
 * number and the message. What is counted when the server stops is told then.
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
