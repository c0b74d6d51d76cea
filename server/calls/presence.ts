import { z } from 'zod'
import type { LeaveReason } from '#contract/calls/call-record.ts'
import { callServerEvents } from '#contract/calls/calls.ts'
import { defineSocketEvent } from '#contract/kit/socket-event.ts'
import type { LiveSocket } from '#server/kit/live/live-socket.ts'
import type { OtherProcesses } from '#server/kit/live/processes.ts'
import { type Connection, Participant, trackConnections } from './connections.ts'

/** The events by which processes tell each other who joins and leaves. */
const arrived = defineSocketEvent('calls:arrived', Participant)
const present = defineSocketEvent(
  'calls:present',
  z.object({ to: z.string(), toTurn: z.number(), guest: Participant }),
)
const departed = defineSocketEvent('calls:departed', z.object({ room: z.string(), id: z.string() }))

export type Presence = ReturnType<typeof trackPresence>

/**
 * Tracks who is in which room. Each process knows its own sockets and tells the others who joins
 * and leaves, without waiting for replies from processes that may be gone. Calls `onSentAway` for a
 * socket that left because the same person joined elsewhere, or the call is somebody else's now.
 */
export function trackPresence(
  processes: OtherProcesses,
  onSentAway: (socket: LiveSocket, room: string, reason: LeaveReason) => void,
) {
  const participants = trackConnections()

  processes.onEmitted(arrived, meet)
  processes.onEmitted(present, ({ to, toTurn, guest }) => {
    const connection = participants.find(to, guest.room)
    if (connection?.turn === toTurn) presentTo(connection, guest)
  })
  processes.onEmitted(departed, forget)

  /** Introduces a newcomer to the participants on this process, and them to the newcomer. */
  function meet(newcomer: Participant): void {
    for (const connection of participants.inRoom(newcomer.room)) {
      if (connection.id === newcomer.id) continue
      if (newcomer.people && !newcomer.people.includes(connection.personId)) {
        sendAway(connection)
      } else if (connection.personId !== newcomer.personId) {
        introduce(connection, newcomer)
        answer(newcomer, connection)
      } else if (connection.turn < newcomer.turn) replace(connection)
      // The “newcomer” joined earlier; its process does not know about this connection yet.
      else announce(connection)
    }
  }

  function announce(connection: Connection): void {
    const participant = toParticipant(connection)
    processes.emit(arrived, participant)
    meet(participant)
  }

  function answer({ id, room, turn }: Participant, connection: Connection): void {
    const here = participants.find(id, room)
    if (here) presentTo(here, connection)
    else processes.emit(present, { to: id, toTurn: turn, guest: toParticipant(connection) })
  }

  /** Two who join at the same moment hear of each other twice; only the first time is reported. */
  function introduce(connection: Connection, { id, email, turn }: Participant): void {
    if (connection.knows.get(id) === turn) return
    connection.knows.set(id, turn)
    connection.socket.emit(callServerEvents.joined, { email, id })
  }

  /** Introduces an earlier participant to a newcomer, who is told only if they asked for it. */
  function presentTo(newcomer: Connection, participant: Participant): void {
    if (newcomer.tellPresent) introduce(newcomer, participant)
    else newcomer.knows.set(participant.id, participant.turn)
  }

  function replace(connection: Connection): void {
    depart(connection)
    connection.socket.emit(callServerEvents.replaced, { room: connection.room })
    onSentAway(connection.socket, connection.room, 'replaced')
  }

  /** To them it looks as if the others had left. */
  function sendAway(connection: Connection): void {
    depart(connection)
    for (const id of connection.knows.keys()) connection.socket.emit(callServerEvents.left, { id })
    onSentAway(connection.socket, connection.room, 'removed')
  }

  function depart(connection: Connection): void {
    participants.remove(connection)
    const { room, id } = connection
    processes.emit(departed, { room, id })
    forget({ room, id })
  }

  function forget({ room, id }: { room: string; id: string }): void {
    for (const connection of participants.inRoom(room)) {
      if (connection.knows.delete(id)) connection.socket.emit(callServerEvents.left, { id })
    }
  }

  return {
    find: participants.find,
    ofSocket: participants.ofSocket,

    /**
     * Adds a socket to a room, or adds it again. The participants are told, and with `tellPresent`
     * the socket is told about them. An older socket of the same person leaves, and whoever has
     * lost the review since they joined.
     */
    enter(
      socket: LiveSocket,
      entry: Pick<Connection, 'room' | 'turn' | 'people' | 'tellPresent'>,
    ): void {
      const { personId, email } = socket.session
      const connection = { ...entry, id: socket.id, personId, email, socket, knows: new Map() }
      participants.add(connection)
      announce(connection)
    },

    /** Removes a socket from a room; returns whether it was there. */
    leave(socket: LiveSocket, room: string): boolean {
      const connection = participants.find(socket.id, room)
      if (connection) depart(connection)
      return connection !== undefined
    },
  }
}

function toParticipant({ room, id, personId, email, turn, people }: Connection): Participant {
  return { room, id, personId, email, turn, people }
}
