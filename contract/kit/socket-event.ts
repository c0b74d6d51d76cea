import { z } from 'zod'

/** A socket event: its name and the schema of its payload. */
export type SocketEvent<Payload extends z.ZodType = z.ZodType> = { name: string; payload: Payload }

/** Defines a socket event. */
export function defineSocketEvent<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
): SocketEvent<Payload> {
  return { name, payload }
}

export type EventPayload<E extends SocketEvent> = z.output<E['payload']>

/** The acknowledgement of every event, if the sender asks for one. */
export const Acknowledgement = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
])
export type Acknowledgement = z.infer<typeof Acknowledgement>

/** The `auth` of the handshake (contract, section 6). */
export const Handshake = z.object({
  token: z.string().min(1).max(200),
  /**
   * The age in ms of the oldest data the page shows. The server emits `changed` at once if that
   * data may have changed since. Without it the page refetches on its own, or not at all.
   */
  askedMsAgo: z.number().min(0).optional(),
})

/**
 * Emitted after a change to the pages of the people concerned, which then refetch. Admins, who are
 * concerned by everything, get 'school'. 'notices' means the person's own notifications, 'work' a
 * student's work on the week.
 */
export const changedEvent = defineSocketEvent(
  'changed',
  z.object({ what: z.enum(['reviews', 'slots', 'school', 'notices', 'work']) }),
)
export type ChangeTopic = EventPayload<typeof changedEvent>['what']
