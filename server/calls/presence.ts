import { z } from 'zod'
import { told } from '#contract/calls.ts'
import { socketEvent } from '#contract/kit/socket.ts'
import type { LiveSocket } from '#server/kit/live/live-socket.ts'
import type { Processes } from '#server/kit/live/processes.ts'
import { type Connection, Participant, trackParticipants } from './participants.ts'

/** What the processes tell each other of who comes and goes. */
const arrived = socketEvent('calls:arrived', Participant)
const present = socketEvent(
  'calls:present',
  z.object({ to: z.string(), toTurn: z.number(), guest: Participant }),
)
const departed = socketEvent('calls:departed', z.object({ room: z.string(), id: z.string() }))

export type Presence = ReturnType<typeof trackPresence>

/**
 * Keeps who is in which room. Each process knows its own sockets and tells the others who comes
 * and goes; nobody waits for the answer of a process that may be gone. `onReplaced` is told of a
 * socket that has left because the same person came in elsewhere.
 */
export function trackPresence(
  processes: Processes,
  onReplaced: (socket: LiveSocket, room: string) => void,
) {
  const seats = trackParticipants()

  processes.onTold(arrived, meet)
  processes.onTold(present, ({ to, toTurn, guest }) => {
    const seat = seats.find(to, guest.room)
    if (seat?.turn === toTurn) presentTo(seat, guest)
  })
  processes.onTold(departed, forget)

  /** Makes a newcomer and those who sit here known to each other. */
  function meet(newcomer: Participant): void {
    for (const seat of seats.inRoom(newcomer.room)) {
      if (seat.id === newcomer.id) continue
      if (seat.personId !== newcomer.personId) {
        introduce(seat, newcomer)
        answer(newcomer, seat)
      } else if (seat.turn < newcomer.turn) replace(seat)
      // The one who seems new came before: its process has not heard of this seat yet.
      else announce(seat)
    }
  }

  function announce(seat: Connection): void {
    const guest = guestOf(seat)
    processes.tell(arrived, guest)
    meet(guest)
  }

  function answer({ id, room, turn }: Participant, seat: Connection): void {
    const here = seats.find(id, room)
    if (here) presentTo(here, seat)
    else processes.tell(present, { to: id, toTurn: turn, guest: guestOf(seat) })
  }

  /** Two who come at the same moment hear of each other twice; they are told once. */
  function introduce(seat: Connection, { id, email, turn }: Participant): void {
    if (seat.knows.get(id) === turn) return
    seat.knows.set(id, turn)
    seat.socket.tell(told.joined, { email, id })
  }

  /** Makes somebody who was there first known to a newcomer, who is told only if they asked. */
  function presentTo(newcomer: Connection, guest: Participant): void {
    if (newcomer.tellPresent) introduce(newcomer, guest)
    else newcomer.knows.set(guest.id, guest.turn)
  }

  function replace(seat: Connection): void {
    depart(seat)
    seat.socket.tell(told.replaced, { room: seat.room })
    onReplaced(seat.socket, seat.room)
  }

  function depart(seat: Connection): void {
    seats.remove(seat)
    const { room, id } = seat
    processes.tell(departed, { room, id })
    forget({ room, id })
  }

  function forget({ room, id }: { room: string; id: string }): void {
    for (const seat of seats.inRoom(room)) {
      if (seat.knows.delete(id)) seat.socket.tell(told.left, { id })
    }
  }

  return {
    find: seats.find,
    ofSocket: seats.ofSocket,

    /**
     * Seats a socket, or seats it anew: those who are there are told of it, and with `tellPresent`
     * it is told of them. An older socket of the same person leaves.
     */
    enter(socket: LiveSocket, entry: { room: string; turn: number; tellPresent: boolean }): void {
      const { personId, email } = socket.session
      const seat = { ...entry, id: socket.id, personId, email, socket, knows: new Map() }
      seats.add(seat)
      announce(seat)
    },

    /** Leaves a room; says whether the socket was in it. */
    leave(socket: LiveSocket, room: string): boolean {
      const seat = seats.find(socket.id, room)
      if (seat) depart(seat)
      return seat !== undefined
    },
  }
}

function guestOf({ room, id, personId, email, turn }: Connection): Participant {
  return { room, id, personId, email, turn }
}
