import { secondMs } from '#contract/kit/time/durations.ts'
import type { SessionDescription } from './peer.ts'

/** How long the other side may take to send a candidate or to connect. */
const renegotiateAfterMs = secondMs

/** Whether an offer has no media sections, as the first offer of an older client. */
export function isEmptyOffer({ sdp }: Pick<SessionDescription, 'sdp'>): boolean {
  return !/^m=/m.test(sdp)
}

/**
 * Sends descriptions to an older client repeatedly until both are connected: it reads and sends ICE
 * candidates only in descriptions. Call `again` after each exchange.
 */
export function renegotiateUntilConnected(ways: { isNeeded: () => boolean; describe: () => void }) {
  let next: ReturnType<typeof setTimeout> | undefined
  return {
    again(): void {
      clearTimeout(next)
      next = setTimeout(() => ways.isNeeded() && ways.describe(), renegotiateAfterMs)
    },
    stop: () => clearTimeout(next),
  }
}
