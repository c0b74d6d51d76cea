/** All kinds of notification. `contract/notifications/notifications.ts` defines each. */
export const notificationKinds = [
  'booked',
  'moved',
  'granted',
  'cancelled',
  'asked',
  'declined',
  'withdrawn',
  'no-show',
  'lost',
  'marked',
  'feedback-replied',
  'begun',
  'repeated',
  'undone',
  'reminder-day',
  'reminder-hour',
  'overdue',
  'due-moved',
  'reminded',
  'slots-short',
  'advisor-changed',
  'details-changed',
  'domain-renamed',
  'task-changed',
  'enrolment-changed',
  'absence',
  'ready',
  'waiting',
  'webhook-off',
  'calendar-unread',
  'password-changed',
  'new-browser',
  'token-created',
  'email-changed',
  'signed-out',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Kinds that keep an account safe and cannot be switched off. */
export const securityKinds: readonly NotificationKind[] = [
  'password-changed',
  'new-browser',
  'token-created',
  'email-changed',
  'signed-out',
]

/** The reminders of a booked review. */
export const reminderKinds = ['reminder-day', 'reminder-hour'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** Maps each kind to a value. */
export function mapKinds<K extends NotificationKind, Made>(
  kinds: readonly K[],
  make: (kind: K) => Made,
): Record<K, Made> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<K, Made>
}
