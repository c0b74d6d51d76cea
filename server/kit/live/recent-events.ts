import { z } from 'zod'
import { type Changed, changed, socketEvent } from '#contract/kit/socket.ts'
import { minuteMs, secondMs } from '#contract/kit/time/time.ts'
import type { OtherProcesses } from './processes.ts'

/** What was told to pages is kept for so long; who asked before that is told to ask again. */
const keptMs = minuteMs
/**
 * A page counts from when it asked to when it sends its handshake. What the handshake takes on its
 * way looks like time in which nothing could be missed, so that much before is told too.
 */
const handshakeMs = 2 * secondMs

const eventRecorded = socketEvent(
  'lately',
  z.object({ rooms: z.array(z.string()), what: changed.payload.shape.what }),
)

/** What the open pages were told lately, for pages whose connection comes after what they show. */
export type RecentEvents = {
  /** Keeps that the sockets of these rooms are told of a change, on every process; before they are. */
  record: (rooms: string[], what: Changed) => void
  /** What a socket of these rooms missed that shows what was asked for so long ago, in ms. */
  findMissed: (rooms: string[], askedMsAgo: number) => Changed | undefined
  /** Forgets all, for this process was not told of everything. */
  clear: () => void
}

/** Keeps what was told by this process, and by the others, in memory: `now` is in ms. */
export function keepRecentEvents(
  processes: OtherProcesses,
  now = () => performance.now(),
): RecentEvents {
  let knowsSince = now()
  // The latest change of a room and kind comes last.
  const sent = new Map<string, { room: string; what: Changed; at: number }>()

  function keep(rooms: string[], what: Changed): void {
    const at = now()
    for (const room of rooms) {
      const key = `${what} ${room}`
      sent.delete(key)
      sent.set(key, { room, what, at })
    }
    for (const [key, one] of sent) {
      if (at - one.at <= keptMs) break
      sent.delete(key)
    }
  }

  processes.onEmitted(eventRecorded, ({ rooms, what }) => keep(rooms, what))

  return {
    record(rooms, what) {
      keep(rooms, what)
      processes.emit(eventRecorded, { rooms, what })
    },
    findMissed(rooms, askedMsAgo) {
      const since = now() - askedMsAgo
      if (since < knowsSince || askedMsAgo > keptMs) return 'reviews'
      const missed = [...sent.values()].filter(
        ({ room, at }) => at >= since - handshakeMs && rooms.includes(room),
      )
      // Of notices alone a page asks for these alone.
      return (missed.find(({ what }) => what !== 'notices') ?? missed[0])?.what
    },
    clear() {
      knowsSince = now()
      sent.clear()
    },
  }
}
