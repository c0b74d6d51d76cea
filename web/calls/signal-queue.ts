import { callServerEvents } from '#contract/calls/calls.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import type { CallRole } from './api.ts'
import type { SessionDescription } from './connection/peer.ts'
import { listen } from './socket.ts'

type Signals = {
  room: string
  isOther: (id: string) => boolean
  joined: (id: string) => Promise<void>
  left: (id: string) => void
  called: (from: string, offer: SessionDescription) => Promise<void>
  negotiate: (from: string, offer: SessionDescription) => Promise<void>
  answered: (answer: SessionDescription) => Promise<void>
  candidate: (candidate: RTCIceCandidateInit | null) => Promise<void>
  ended: () => void
  replaced: () => void
}

/**
 * A queue of signals: handles the server's signals one at a time, in order, as each step of a
 * negotiation is asynchronous. `inTurn` enqueues a step of this side.
 */
export function makeSignalQueue(role: CallRole, signals: Signals) {
  let last: Promise<unknown> = Promise.resolve()
  let isOpen = true
  const inTurn = (handle: () => unknown) => {
    last = last
      .then(() => isOpen && handle())
      .catch((error: unknown) => logFailure('a step of the call failed', error))
  }
  const ofOther = (id: string, handle: () => unknown) =>
    inTurn(() => signals.isOther(id) && handle())

  const stops = [
    listen(role, callServerEvents.joined, ({ id }) => inTurn(() => signals.joined(id))),
    listen(role, callServerEvents.left, ({ id }) => inTurn(() => signals.left(id))),
    listen(role, callServerEvents.call, ({ from, offer }) =>
      ofOther(from, () => signals.called(from, offer)),
    ),
    listen(role, callServerEvents.accept, ({ from, ans }) =>
      ofOther(from, () => signals.answered(ans)),
    ),
    listen(role, callServerEvents.negotiate, ({ from, offer }) =>
      ofOther(from, () => signals.negotiate(from, offer)),
    ),
    listen(role, callServerEvents.negotiated, ({ from, ans }) =>
      ofOther(from, () => signals.answered(ans)),
    ),
    listen(role, callServerEvents.candidate, ({ from, candidate }) =>
      ofOther(from, () => signals.candidate(candidate && toInit(candidate))),
    ),
    listen(role, callServerEvents.end, ({ from }) => ofOther(from, signals.ended)),
    listen(role, callServerEvents.replaced, ({ room }) => {
      if (room === signals.room) inTurn(signals.replaced)
    }),
  ]
  return {
    inTurn,
    stop(): void {
      isOpen = false
      for (const stop of stops) stop()
    },
  }
}

/** A candidate for the browser, with null for missing fields. */
function toInit({
  candidate,
  sdpMid = null,
  sdpMLineIndex = null,
  usernameFragment = null,
}: {
  candidate: string
  sdpMid?: string | null | undefined
  sdpMLineIndex?: number | null | undefined
  usernameFragment?: string | null | undefined
}): RTCIceCandidateInit {
  return { candidate, sdpMid, sdpMLineIndex, usernameFragment }
}
