import type { StateColour } from '#web/kit/ui/states/state-dot.tsx'

/** The counters of a connection's statistics at one moment. */
export type ConnectionStats = {
  received: number
  lost: number
  /** The round-trip time in seconds, if known. */
  roundTrip: number | undefined
}

export type ConnectionQuality = { word: string; colour: StateColour }

const good: ConnectionQuality = { word: 'Good connection', colour: 'green' }
const weak: ConnectionQuality = { word: 'Weak connection', colour: 'yellow' }
const poor: ConnectionQuality = { word: 'Poor connection', colour: 'red' }

/** The quality of incoming media between two moments. */
export function getConnectionQuality(
  before: ConnectionStats,
  now: ConnectionStats,
): ConnectionQuality {
  const lost = Math.max(0, now.lost - before.lost)
  const received = Math.max(0, now.received - before.received)
  const share = lost / Math.max(1, lost + received)
  const roundTrip = now.roundTrip ?? 0
  if (share > 0.08 || roundTrip > 0.6) return poor
  if (share > 0.02 || roundTrip > 0.3) return weak
  return good
}

/** Adds up the statistics of all incoming media. */
export function sumStats(report: Iterable<[string, Record<string, unknown>]>): ConnectionStats {
  const counted: ConnectionStats = { received: 0, lost: 0, roundTrip: undefined }
  for (const [, entry] of report) {
    if (entry.type === 'inbound-rtp') {
      counted.received += Number(entry.packetsReceived ?? 0)
      counted.lost += Number(entry.packetsLost ?? 0)
    }
    const isWay = entry.type === 'candidate-pair' && entry.nominated === true
    if (isWay && typeof entry.currentRoundTripTime === 'number') {
      counted.roundTrip = entry.currentRoundTripTime
    }
  }
  return counted
}
