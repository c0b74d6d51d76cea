import { z } from 'zod'

/** One event of the socket: its name on the wire and what it carries. */
export type SocketEvent<Payload extends z.ZodType = z.ZodType> = { name: string; payload: Payload }

/** Describes an event of the socket. */
export function socketEvent<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
): SocketEvent<Payload> {
  return { name, payload }
}

export type EventPayload<E extends SocketEvent> = z.output<E['payload']>

/** What the server acknowledges every event with, if the sender asks for an acknowledgement. */
export const Acknowledgement = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
])
export type Acknowledgement = z.infer<typeof Acknowledgement>

/** What the handshake carries as `auth` (contract, section 6). */
export const Handshake = z.object({
  token: z.string().min(1).max(200),
  /**
   * How long ago, in ms, the page asked for the oldest of what it shows: it is told at once when that
   * may have changed since. Without it the page asks again by itself, or not at all.
   */
  askedMsAgo: z.number().min(0).optional(),
})

/**
 * Told to the pages of those concerned after a change: what they show of it is out of date. To those
 * of admins, whom all concerns, it is 'school'; 'notices' are what the person themself was told.
 */
export const changedEvent = socketEvent(
  'changed',
  z.object({ what: z.enum(['reviews', 'slots', 'school', 'notices']) }),
)
export type ChangeTopic = EventPayload<typeof changedEvent>['what']
