import { type NotificationKind, notificationKinds, securityKinds } from './notification-kind.ts'

/** The purpose of a mail: a single notification, a batch of them, or something else. */
export const mailKinds = [
  'invitation',
  'password-reset',
  'confirm-email',
  'undo-email',
  'second-factor-off',
  'test',
  'several-notices',
  'weekly-summary',
  ...notificationKinds,
] as const
export type MailKind = (typeof mailKinds)[number]

/** Kinds whose text contains no link that signs someone in. It may be kept until it is sent. */
export const mailKindsWithoutSecret = [
  'second-factor-off',
  'test',
  'several-notices',
  'weekly-summary',
  ...notificationKinds,
] as const satisfies readonly MailKind[]

/** All kinds except those that keep an account safe. */
export const unsubscribableNotificationKinds: readonly NotificationKind[] =
  notificationKinds.filter((kind) => !securityKinds.includes(kind))

/** Whether a reader can unsubscribe from mails of this kind. */
export function isUnsubscribable(kind: MailKind | null): kind is UnsubscribableMailKind {
  const kinds: readonly (MailKind | null)[] = unsubscribableNotificationKinds
  return kind === 'several-notices' || kind === 'weekly-summary' || kinds.includes(kind)
}

export type UnsubscribableMailKind = NotificationKind | 'several-notices' | 'weekly-summary'

/** The delivery result begins with this if there is no mail server. The file's name follows. */
export const writtenToFilePrefix = 'Written to the file'
