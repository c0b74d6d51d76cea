import { type NotificationKind, notificationKinds, safetyKinds } from './notification-kind.ts'

/** What a mail is for: a notice of its own, or several that could wait for each other. */
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

/** Those whose text holds no link that signs somebody in: it may stay until the mail is away. */
export const mailKindsWithoutSecret = [
  'second-factor-off',
  'test',
  'several-notices',
  'weekly-summary',
  ...notificationKinds,
] as const satisfies readonly MailKind[]

/** Whose mails their reader can stop: all but those that keep an account safe. */
export const unsubscribableKinds: readonly NotificationKind[] = notificationKinds.filter(
  (kind) => !safetyKinds.includes(kind),
)

/** Whether a reader can stop mails of this kind. */
export function isUnsubscribable(kind: MailKind | null): kind is UnsubscribableMail {
  const kinds: readonly (MailKind | null)[] = unsubscribableKinds
  return kind === 'several-notices' || kind === 'weekly-summary' || kinds.includes(kind)
}

export type UnsubscribableMail = NotificationKind | 'several-notices' | 'weekly-summary'

/** So begins the answer where no mail server is set; the file's name follows. */
export const writtenToFilePrefix = 'Written to the file'
