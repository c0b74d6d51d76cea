import { callEvents } from '#contract/calls.ts'
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
export function listenToSignals(role: CallRole, signals: Signals) {
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
    listen(role, callEvents.joined, ({ id }) => inTurn(() => signals.joined(id))),
    listen(role, callEvents.left, ({ id }) => inTurn(() => signals.left(id))),
    listen(role, callEvents.call, ({ from, offer }) =>
      ofOther(from, () => signals.called(from, offer)),
    ),
    listen(role, callEvents.accept, ({ from, ans }) => ofOther(from, () => signals.answered(ans))),
    listen(role, callEvents.negotiate, ({ from, offer }) =>
      ofOther(from, () => signals.negotiate(from, offer)),
    ),
    listen(role, callEvents.negotiated, ({ from, ans }) =>
      ofOther(from, () => signals.answered(ans)),
    ),
    listen(role, callEvents.candidate, ({ from, candidate }) =>
      ofOther(from, () => signals.candidate(candidate && toInit(candidate))),
    ),
    listen(role, callEvents.end, ({ from }) => ofOther(from, signals.ended)),
    listen(role, callEvents.replaced, ({ room }) => {
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
