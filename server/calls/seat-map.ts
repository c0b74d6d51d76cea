import { z } from 'zod'
import type { LiveSocket } from '#server/kit/live/live-socket.ts'

/** Somebody in a room: `turn` counts how often they came, so that the newest is known anywhere. */
export const Guest = z.object({
  room: z.string(),
  /** The id of their socket. */
  id: z.string(),
  personId: z.string(),
  email: z.string(),
  turn: z.number(),
})
export type Guest = z.infer<typeof Guest>

/**
 * A guest whose socket is on this process, whether it wants to be told who was there before it, and
 * whom it can send to: their turn by their id.
 */
export type Seat = Guest & {
  socket: LiveSocket
  tellPresent: boolean
  knows: Map<string, number>
}

/** The seats of this process, by room and by socket. */
export function mapSeats() {
  const byRoom = new Map<string, Map<string, Seat>>()
  const bySocket = new Map<string, Map<string, Seat>>()

  return {
    inRoom: (room: string): Seat[] => [...(byRoom.get(room)?.values() ?? [])],
    ofSocket: (id: string): Seat[] => [...(bySocket.get(id)?.values() ?? [])],
    find: (id: string, room: string): Seat | undefined => bySocket.get(id)?.get(room),
    add(seat: Seat): void {
      put(byRoom, seat.room, seat.id, seat)
      put(bySocket, seat.id, seat.room, seat)
    },
    remove({ id, room }: { id: string; room: string }): Seat | undefined {
      const seat = bySocket.get(id)?.get(room)
      take(byRoom, room, id)
      take(bySocket, id, room)
      return seat
    },
  }
}

type Index = Map<string, Map<string, Seat>>

function put(index: Index, outer: string, inner: string, seat: Seat): void {
  const found = index.get(outer)
  if (found) found.set(inner, seat)
  else index.set(outer, new Map([[inner, seat]]))
}

function take(index: Index, outer: string, inner: string): void {
  const found = index.get(outer)
  found?.delete(inner)
  if (found?.size === 0) index.delete(outer)
}
