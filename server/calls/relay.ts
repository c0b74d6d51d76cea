import { z } from 'zod'
import { callRefusals } from '#contract/calls/calls.ts'
import { defineSocketEvent, type SocketEvent } from '#contract/kit/socket-event.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { newId } from '#server/kit/id.ts'
import type { LiveSocket } from '#server/kit/live/live-socket.ts'
import type { OtherProcesses } from '#server/kit/live/processes.ts'
import type { Presence } from './presence.ts'

const asked = defineSocketEvent(
  'calls:pass-on',
  z.object({
    question: z.string(),
    room: z.string(),
    to: z.string(),
    event: z.string(),
    payload: z.unknown(),
  }),
)
const done = defineSocketEvent('calls:passed-on', z.object({ question: z.string() }))

/** How long another process may take to deliver an event. */
const answerWithinMs = 3 * secondMs

/**
 * Makes the function that relays an event to a socket in a room of the sender, and returns the
 * room; it refuses if there is none. A sender's events are handled one by one, and an event sent
 * through another process is awaited until that process confirms it, so they arrive in order.
 */
export function makeRelay(processes: OtherProcesses, presence: Presence) {
  const waiting = new Map<string, () => void>()

  processes.onEmitted(asked, ({ question, room, to, event, payload }) => {
    const connection = presence.find(to, room)
    if (!connection) return
    connection.socket.emit(defineSocketEvent(event, z.unknown()), payload)
    processes.emit(done, { question })
  })
  processes.onEmitted(done, ({ question }) => waiting.get(question)?.())

  async function through(room: string, to: string, event: string, payload: unknown) {
    const question = newId()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const givingUp = setTimeout(() => resolve(false), answerWithinMs)
    waiting.set(question, () => resolve(true))
    processes.emit(asked, { question, room, to, event, payload })
    const arrived = await promise
    clearTimeout(givingUp)
    waiting.delete(question)
    return arrived
  }

  return async function passOn<Payload extends z.ZodType>(
    from: LiveSocket,
    to: string,
    event: SocketEvent<Payload>,
    payload: z.output<Payload>,
  ): Promise<string> {
    for (const { room, knows } of presence.ofSocket(from.id)) {
      // A sender may only address participants it was told about.
      if (!knows.has(to)) continue
      const here = presence.find(to, room)
      if (here) {
        here.socket.emit(event, payload)
        return room
      }
      if (await through(room, to, event.name, payload)) return room
    }
    throw new Refused(callRefusals.notInRoom)
  }
}
