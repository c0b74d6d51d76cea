import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { notificationKinds } from '../kit/kinds/notification-kind.ts'
import { listLimitMax } from '../limits/limits.ts'
import { abilities, mapRoles } from '../roles.ts'

/** A notification in words for its reader. */
export const Notification = z.object({
  _id: z.string(),
  kind: z.enum(notificationKinds),
  text: z.string(),
  /** The path it leads to. */
  path: z.string(),
  /** An ISO instant. */
  at: z.string(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Below each role's base path. Here, so that importing it does not load all definitions. */
export const notificationSettingsPath = '/notice-settings'

export const listNotifications = mapRoles(abilities['be told'], (role) =>
  defineListEndpoint({
    role,
    may: 'be told',
    path: '/notices',
    summary: 'Lists the caller’s notifications of the last 90 days, newest first',
    item: Notification,
  }),
)

const Unread = z.object({ unread: z.number() })

export const countUnreadNotifications = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'GET',
    path: '/unread-notices',
    summary: 'Counts the caller’s unread notifications, up to 100',
    reply: Unread,
  }),
)

export const markNotificationsRead = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'PUT',
    path: '/read-notices',
    summary: 'Marks the given notifications, or all of them, as read. Unknown ids are ignored',
    body: z.object({
      value: z.object({
        ids: z.union([z.literal('all'), z.array(z.string().max(100)).min(1).max(listLimitMax)]),
      }),
    }),
    reply: Unread,
  }),
)
