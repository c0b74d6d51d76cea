/** The bitrate's steps: how much of the own picture is sent. On a narrow way out sound goes first. */
export type SendLevel = 'all' | 'less picture' | 'sound alone'

/** What the browser knows of the way out. */
export type UplinkStats = {
  /** Bits a second that it believes the way carries, when it knows. */
  available: number | undefined
  /** The share of packets that lately did not arrive, from 0 to 1. */
  lost: number
}

/** Below this, in bits a second, a picture takes the room that sound needs. */
const minBitsPerSecond = 120_000
const maxLossShare = 0.12
/** So many looks in a row must be good before more is sent again. */
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

/** Adapts the bitrate: answers at each look what to send, less at once, more only after a calm while. */
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

/** The other side tells every five seconds what it misses of the sound; of a picture that rests, never. */
const maxReportAgeMs = 10_000

/** What a connection's statistics say of the way out; what is no news any more does not count. */
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
