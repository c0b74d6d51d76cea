import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import {
  type Channel,
  channels,
  requiredChannels,
} from '#contract/notifications/delivery/channels.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { NotificationFields } from './form-values.ts'

/** The groups of notifications, in display order. */
export const notificationGroups = [
  'Bookings',
  'Before a review',
  'Reschedule requests',
  'Marks and weeks',
  'Needs attention',
  'Your account',
] as const
type NotificationGroup = (typeof notificationGroups)[number]

/** All kinds of a group are mailed alike: at once, or combined. */
const groupByKind: Record<NotificationKind, NotificationGroup> = {
  booked: 'Bookings',
  moved: 'Bookings',
  granted: 'Bookings',
  cancelled: 'Bookings',
  lost: 'Bookings',
  absence: 'Bookings',
  undone: 'Bookings',
  'no-show': 'Bookings',
  'reminder-day': 'Before a review',
  'reminder-hour': 'Before a review',
  waiting: 'Before a review',
  asked: 'Reschedule requests',
  declined: 'Reschedule requests',
  withdrawn: 'Reschedule requests',
  ready: 'Marks and weeks',
  marked: 'Marks and weeks',
  'feedback-replied': 'Marks and weeks',
  begun: 'Marks and weeks',
  repeated: 'Marks and weeks',
  overdue: 'Needs attention',
  reminded: 'Needs attention',
  'due-moved': 'Needs attention',
  'slots-short': 'Needs attention',
  'advisor-changed': 'Needs attention',
  'details-changed': 'Needs attention',
  'domain-renamed': 'Needs attention',
  'task-changed': 'Needs attention',
  'webhook-off': 'Needs attention',
  'calendar-unread': 'Needs attention',
  'enrolment-changed': 'Needs attention',
  'password-changed': 'Your account',
  'new-browser': 'Your account',
  'token-created': 'Your account',
  'email-changed': 'Your account',
  'signed-out': 'Your account',
}

export function filterKindsByGroup(
  group: NotificationGroup,
  kinds: readonly NotificationKind[],
): NotificationKind[] {
  return kinds.filter((kind) => groupByKind[kind] === group)
}

/** When mails of these kinds are sent; the same for all kinds of a group. */
export function getMailTiming([kind]: readonly NotificationKind[]): string {
  if (!kind) return ''
  if (notificationDefinitions[kind].isSafety)
    return 'These keep your account safe, so app and email are always on.'
  return notificationDefinitions[kind].mail === 'at-once'
    ? 'Emails are sent right away, even during quiet hours.'
    : 'Emails from the same five minutes are combined and wait until quiet hours end.'
}

export const channelNames: Record<Channel, string> = { page: 'App', mail: 'Email', push: 'Browser' }

/** How many of these kinds are on for a channel. */
export function countKindsOnChannel(
  kinds: readonly NotificationKind[],
  chosen: NotificationFields['kinds'],
  channel: Channel,
): number {
  return kinds.filter((kind) => chosen[kind]?.[channel]).length
}

/** The channels of some kinds: 'App, mail 5 of 7, browser'. */
export function formatChannels(
  kinds: readonly NotificationKind[],
  chosen: NotificationFields['kinds'],
): string {
  const parts = channels.flatMap((channel) => {
    const counts = countKindsOnChannel(kinds, chosen, channel)
    if (counts === 0) return []
    const name = channelNames[channel].toLowerCase()
    return [counts === kinds.length ? name : `${name} ${counts} of ${kinds.length}`]
  })
  const said = parts.join(', ')
  return said === '' ? 'Off' : said.charAt(0).toUpperCase() + said.slice(1)
}

/** The choices with a channel switched on or off for some kinds, except where it is always on. */
export function setChannelForKinds(
  kinds: readonly NotificationKind[],
  chosen: NotificationFields['kinds'],
  { channel, on }: { channel: Channel; on: boolean },
): NotificationFields['kinds'] {
  const changed = { ...chosen }
  for (const kind of kinds) {
    const ways = chosen[kind]
    if (ways && !isFixed(kind, channel)) changed[kind] = { ...ways, [channel]: on }
  }
  return changed
}

/** Whether a channel is always on for a kind. */
export function isFixed(kind: NotificationKind, channel: Channel): boolean {
  return notificationDefinitions[kind].isSafety && requiredChannels.includes(channel)
}
