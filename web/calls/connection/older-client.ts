import { secondMs } from '#contract/kit/time/time.ts'
import type { SessionDescription } from './peer.ts'

/** So long the other side is given to tell of a candidate, or to find a way without. */
const renegotiateAfterMs = secondMs

/** Whether an offer has no place for anything: an older client offers the call by such a one. */
export function isEmptyOffer({ sdp }: Pick<SessionDescription, 'sdp'>): boolean {
  return !/^m=/m.test(sdp)
}

/**
 * Describes this side to an older client again and again until the two are connected: it hears of
 * candidates in descriptions alone, and tells of its own in no other way. `again` is called after
 * each description that went to and fro.
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
