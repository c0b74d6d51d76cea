/** How much of the outgoing media is sent. On a slow uplink audio has priority. */
export type SendLevel = 'all' | 'less picture' | 'sound alone'

/** What the browser knows of the uplink. */
export type UplinkStats = {
  /** The estimated bandwidth in bits per second, if known. */
  available: number | undefined
  /** The share of packets recently lost, from 0 to 1. */
  lost: number
}

/** Below this, in bits per second, video takes the bandwidth that audio needs. */
const minBitsPerSecond = 120_000
const maxLossShare = 0.12
/** The number of good checks in a row before more is sent again. */
const checksBeforeIncrease = 8

const less: Record<SendLevel, SendLevel> = {
  all: 'less picture',
  'less picture': 'sound alone',
  'sound alone': 'sound alone',
}
const more: Record<SendLevel, SendLevel> = {
  all: 'all',
  'less picture': 'all',
  'sound alone': 'less picture',
}

/** The level to send at each check: lowers it at once, raises it only after a stable period. */
export function makeBitrateController() {
  let sending: SendLevel = 'all'
  let calm = 0
  return ({ available, lost }: UplinkStats): SendLevel => {
    const isShort = (available !== undefined && available < minBitsPerSecond) || lost > maxLossShare
    calm = isShort ? 0 : calm + 1
    if (isShort) sending = less[sending]
    else if (calm % checksBeforeIncrease === 0) sending = more[sending]
    return sending
  }
}

/** The other side reports audio loss every five seconds; for a still picture it never reports. */
const maxReportAgeMs = 10_000

/** Reads the uplink's figures from a connection's statistics; ignores outdated reports. */
export function readUplinkStats(report: Iterable<[string, Record<string, unknown>]>): UplinkStats {
  const way: UplinkStats = { available: undefined, lost: 0 }
  const entries = [...report].map(([, entry]) => entry)
  const timestampOf = ({ timestamp }: Record<string, unknown>) => Number(timestamp ?? 0)
  const newest = Math.max(...entries.map(timestampOf))
  for (const entry of entries.filter((one) => timestampOf(one) > newest - maxReportAgeMs)) {
    const isWay = entry.type === 'candidate-pair' && entry.nominated === true
    if (isWay && typeof entry.availableOutgoingBitrate === 'number') {
      way.available = entry.availableOutgoingBitrate
    }
    if (entry.type === 'remote-inbound-rtp' && typeof entry.fractionLost === 'number') {
      way.lost = Math.max(way.lost, entry.fractionLost)
    }
  }
  return way
}
