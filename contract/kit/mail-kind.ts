/** What a mail is for. */
export const mailKinds = ['invitation', 'password-reset', 'second-factor-off', 'test'] as const
export type MailKind = (typeof mailKinds)[number]
