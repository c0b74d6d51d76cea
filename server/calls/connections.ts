import { z } from 'zod'
import type { LiveSocket } from '#server/kit/live/live-socket.ts'

/**
 * Somebody in a room; `turn` counts their joins, so that all processes know the newest. `people`
 * are those whose call it was when they joined.
 */
export const Participant = z.object({
  room: z.string(),
  id: z.string(),
  personId: z.string(),
  email: z.string(),
  turn: z.number(),
  people: z.array(z.string()).optional(),
})
export type Participant = z.infer<typeof Participant>

/**
 * A participant whose socket is on this process; whether it is to be told who was there before; and
 * the participants it knows and may send to (turn by socket id).
 */
export type Connection = Participant & {
  socket: LiveSocket
  tellPresent: boolean
  knows: Map<string, number>
}

/** The connections of this process, by room and by socket. */
export function trackConnections() {
  const byRoom = new Map<string, Map<string, Connection>>()
  const bySocket = new Map<string, Map<string, Connection>>()

  return {
    inRoom: (room: string): Connection[] => [...(byRoom.get(room)?.values() ?? [])],
    ofSocket: (id: string): Connection[] => [...(bySocket.get(id)?.values() ?? [])],
    find: (id: string, room: string): Connection | undefined => bySocket.get(id)?.get(room),
    add(connection: Connection): void {
      put(byRoom, connection.room, connection.id, connection)
      put(bySocket, connection.id, connection.room, connection)
    },
    remove({ id, room }: { id: string; room: string }): Connection | undefined {
      const connection = bySocket.get(id)?.get(room)
      take(byRoom, room, id)
      take(bySocket, id, room)
      return connection
    },
  }
}

type Index = Map<string, Map<string, Connection>>

function put(index: Index, outer: string, inner: string, connection: Connection): void {
  const found = index.get(outer)
  if (found) found.set(inner, connection)
  else index.set(outer, new Map([[inner, connection]]))
}

function take(index: Index, outer: string, inner: string): void {
  const found = index.get(outer)
  found?.delete(inner)
  if (found?.size === 0) index.delete(outer)
}
