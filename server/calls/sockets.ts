import type { LeaveReason } from '#contract/calls/call-record.ts'
import { callClientEvents, callRefusals, callServerEvents } from '#contract/calls/calls.ts'
import type { EventPayload } from '#contract/kit/socket-event.ts'
import { abilities } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import type { DisconnectReason, LiveSocket } from '#server/kit/live/live-socket.ts'
import type { Sockets } from '#server/kit/live/sockets.ts'
import * as calls from './actions.ts'
import { trackPresence } from './presence.ts'
import { makeRelay } from './relay.ts'
import { type CallEventInput, recordEvent, saveChatLine } from './write-call-record.ts'

/** The weight of an event that writes to the database in the flood limit. */
const writes = 5

const leftBecause: Record<DisconnectReason, LeaveReason> = {
  left: 'left',
  removed: 'removed',
  cut: 'disconnected',
}

/** Registers the socket events of the live review (contract, section 6). */
export function callSockets(sockets: Sockets, context: Context): void {
  const presence = trackPresence(sockets.processes, (socket, room, reason) => {
    const at = context.clock()
    socket.afterThis(() => noteLeft(socket, room, reason, at))
  })
  const passOn = makeRelay(sockets.processes, presence)

  function note(socket: LiveSocket, happening: Omit<CallEventInput, 'personId' | 'at'>) {
    const { personId } = socket.session
    const whole = { ...happening, personId, at: context.clock() }
    return inTransaction(context, (tx) => recordEvent(tx, whole))
  }
  function noteLeft(socket: LiveSocket, reviewId: string, reason: LeaveReason, at?: number) {
    const { personId } = socket.session
    return calls.leaveRoom(context, { reviewId, personId, reason, at: at ?? context.clock() })
  }

  async function join(
    socket: LiveSocket,
    { room, tellPresent = false }: EventPayload<typeof callClientEvents.join>,
  ): Promise<void> {
    const again = presence.find(socket.id, room) !== undefined
    const { turn, people } = await calls.joinRoom(context, socket.session, {
      reviewId: room,
      again,
    })
    if (!socket.isOpen()) return noteLeft(socket, room, 'disconnected')
    socket.emit(callServerEvents.join, { email: socket.session.email, room })
    presence.enter(socket, { room, turn, people, tellPresent })
  }

  sockets.onSocket((socket) => {
    // Advisors and admins use their socket for change events, not for calls.
    if (!abilities['hold calls'].some((role) => role === socket.session.role)) return

    socket.on(callClientEvents.join, (payload) => join(socket, payload), writes)

    socket.on(
      callClientEvents.leave,
      async ({ room }) => {
        if (!presence.leave(socket, room)) throw new Refused(callRefusals.notJoined)
        await noteLeft(socket, room, 'left')
      },
      writes,
    )

    const from = socket.id
    socket.on(callClientEvents.call, ({ to, offer }) =>
      passOn(socket, to, callServerEvents.call, { from, offer }),
    )
    socket.on(callClientEvents.negotiate, ({ to, offer }) =>
      passOn(socket, to, callServerEvents.negotiate, { from, offer }),
    )
    socket.on(callClientEvents.negotiated, ({ to, ans }) =>
      passOn(socket, to, callServerEvents.negotiated, { from, ans }),
    )
    socket.on(callClientEvents.candidate, ({ to, candidate }) =>
      passOn(socket, to, callServerEvents.candidate, { from, candidate }),
    )
    socket.on(callClientEvents.accept, async ({ to, ans }) => {
      const reviewId = await passOn(socket, to, callServerEvents.accept, { from, ans })
      await note(socket, { reviewId, kind: 'answered' })
    })
    socket.on(callClientEvents.end, async ({ to }) => {
      const reviewId = await passOn(socket, to, callServerEvents.end, { from })
      await note(socket, { reviewId, kind: 'ended' })
    })

    socket.on(
      callClientEvents.chat,
      async ({ room, text }) => {
        if (!presence.find(socket.id, room)) throw new Refused(callRefusals.notJoined)
        await saveChatLine(context, socket.session, { reviewId: room, text })
      },
      writes,
    )

    socket.onGone(async (how) => {
      for (const { room } of presence.ofSocket(socket.id)) {
        presence.leave(socket, room)
        await noteLeft(socket, room, leftBecause[how])
      }
    })
  })
}
