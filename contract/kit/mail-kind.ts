import { noticeKinds } from './notice-kind.ts'

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
  ...noticeKinds,
] as const
export type MailKind = (typeof mailKinds)[number]

/** Those whose text holds no link that signs somebody in: it may stay until the mail is away. */
export const mailKindsWithoutSecret = [
  'second-factor-off',
  'test',
  'several-notices',
  'weekly-summary',
  ...noticeKinds,
] as const satisfies readonly MailKind[]

/** So begins the answer where no mail server is set; the file's name follows. */
export const writtenToFile = 'Written to the file'
