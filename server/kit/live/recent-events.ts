import { z } from 'zod'
import { type ChangeTopic, changedEvent, defineSocketEvent } from '#contract/kit/socket-event.ts'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import type { OtherProcesses } from './processes.ts'

/** How long events are kept; a page with older data is told to fetch again. */
const keptMs = minuteMs
/**
 * A page measures from its request to its handshake. The handshake's own travel time would be
 * missed, so events of that much before are included.
 */
const handshakeMs = 2 * secondMs

const eventRecorded = defineSocketEvent(
  'lately',
  z.object({ rooms: z.array(z.string()), what: changedEvent.payload.shape.what }),
)

/** Recent events, for pages that connect after they have fetched their data. */
export type RecentEvents = {
  /** Records that these rooms are notified of a change, on every process; called before that. */
  record: (rooms: string[], what: ChangeTopic) => void
  /** What a socket of these rooms has missed if its page fetched its data this many ms ago. */
  findMissed: (rooms: string[], askedMsAgo: number) => ChangeTopic | undefined
  /** Clears all, because this process has missed events of others. */
  clear: () => void
}

/** Keeps the events of this process and the others in memory; `now` is in ms. */
export function keepRecentEvents(
  processes: OtherProcesses,
  now = () => performance.now(),
): RecentEvents {
  let knowsSince = now()
  // Ordered by time: a newer change of the same room and kind replaces the older one.
  const sent = new Map<string, { room: string; what: ChangeTopic; at: number }>()

  function keep(rooms: string[], what: ChangeTopic): void {
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
      const [what, ...others] = new Set(missed.map(({ what }) => what))
      // If only notices changed, or only work, the page fetches only those.
      return others.length > 0 ? 'reviews' : what
    },
    clear() {
      knowsSince = now()
      sent.clear()
    },
  }
}
