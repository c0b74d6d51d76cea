import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import {
  mapKinds,
  type NotificationKind,
  notificationKinds,
} from '../../kit/kinds/notification-kind.ts'
import { daysPerWeek, isTimeZone } from '../../kit/time/zone.ts'
import { abilities, mapRoles, type Role } from '../../roles.ts'
import { makeClockTimeSchema } from '../../slots/slots.ts'
import { notificationSettingsPath } from '../list.ts'
import { notificationDefinitions } from '../notifications.ts'
import { Channels, requiredChannels } from './channels.ts'

export const notificationMessages = {
  time: 'Please enter a time',
  sameTime: 'Quiet hours must start and end at different times',
  unknownZone: 'This time zone does not exist',
  alwaysOn: 'Account security notifications are always on in the app and by email',
  saved: 'Settings saved.',
} as const

export function getKindsForRole(role: Role): NotificationKind[] {
  const isNotified = (kind: NotificationKind) => {
    const roles: readonly Role[] = notificationDefinitions[kind].to
    return roles.includes(role)
  }
  return notificationKinds.filter(isNotified)
}

/** The channels of each kind. Unknown kinds are dropped. */
export const ChannelsByKind = z.object(mapKinds(notificationKinds, () => Channels.optional()))

const Kinds = ChannelsByKind.superRefine((chosen, context) => {
  for (const kind of notificationKinds) {
    const ways = chosen[kind]
    if (
      !ways ||
      !notificationDefinitions[kind].isSafety ||
      requiredChannels.every((channel) => ways[channel])
    )
      continue
    context.addIssue({ code: 'custom', path: [kind], message: notificationMessages.alwaysOn })
  }
})

const QuietHours = z
  .object({
    from: makeClockTimeSchema(notificationMessages.time),
    to: makeClockTimeSchema(notificationMessages.time),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: notificationMessages.sameTime })
export type QuietHours = z.infer<typeof QuietHours>

export const NotificationSettings = z.object({
  kinds: Kinds,
  /**
   * In the person's own time zone, possibly across midnight. They hold back only mails that are
   * sent in batches.
   */
  quietHours: QuietHours.nullable(),
  /** The weekday of the summary mail, from 1 (Monday); null for none. */
  weeklySummary: z.number().int().min(1).max(daysPerWeek).nullable(),
  /** The time zone for times in notifications; null for the school's. */
  timeZone: z.string().max(100).refine(isTimeZone, notificationMessages.unknownZone).nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const NotificationSettingsChange = NotificationSettings.partial()
export type NotificationSettingsChange = z.infer<typeof NotificationSettingsChange>

export const getNotificationSettings = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'GET',
    path: notificationSettingsPath,
    summary:
      'Returns the caller’s notification settings: channels per kind, quiet hours, weekly summary and time zone',
    reply: NotificationSettings,
  }),
)

export const saveNotificationSettings = mapRoles(abilities['be told'], (role) =>
  defineEndpoint({
    role,
    may: 'be told',
    method: 'PUT',
    path: notificationSettingsPath,
    summary: 'Updates the caller’s notification settings. Omitted fields stay as they are',
    body: z.object({ value: NotificationSettingsChange }),
    reply: z.object({ message: z.string(), settings: NotificationSettings }),
  }),
)
