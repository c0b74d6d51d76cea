import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { pushEndpointMaxLength } from '../../limits/notifications.ts'
import { abilities, mapRoles, roles } from '../../roles.ts'

export const pushMessages = {
  begun: 'This browser now gets notifications.',
  ended: 'This browser no longer gets notifications.',
} as const

export const pushRefusals = {
  badAddress: defineRefusal(
    400,
    'A push service must have a public address that starts with https://',
  ),
  badKey: defineRefusal(400, 'This is not a valid push key'),
}

/** A push message, which the service worker shows. */
export const PushPayload = z.object({
  /** The notification's id, and the role of its recipient. */
  id: z.string(),
  role: z.enum(roles),
  title: z.string(),
  text: z.string(),
  /** The path that a click opens. */
  path: z.string(),
  /** When it happened, in ms since 1970. */
  at: z.number(),
})
export type PushPayload = z.infer<typeof PushPayload>

/** The search parameter with the id of the notification whose push opened the page. */
export const openedNoticeParam = 'notice'

const bytes = (length: number) =>
  z
    .string()
    .length(Math.ceil((length * 4) / 3))
    .regex(/^[\w-]+$/)

/** A push subscription (Push API, `PushSubscription.toJSON`). */
const PushSubscriptionInput = z.object({
  endpoint: z.string().max(pushEndpointMaxLength),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

const Message = z.object({ message: z.string() })

export const getPushKey = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'GET',
    path: '/push-key',
    summary:
      'Returns the school’s public key for push subscriptions (RFC 8292) and the caller’s id',
    reply: z.object({ key: z.string(), person: z.string() }),
  }),
)

export const subscribePush = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'PUT',
    path: '/push-subscription',
    summary:
      'Turns on push notifications for this browser until its session ends. Replaces an earlier subscription of the session or the browser',
    body: z.object({ value: PushSubscriptionInput }),
    reply: Message,
    refuses: [pushRefusals.badAddress, pushRefusals.badKey],
  }),
)

export const unsubscribePush = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'PUT',
    path: '/end-push',
    summary: 'Turns off push notifications for the browser of this session',
    reply: Message,
  }),
)
