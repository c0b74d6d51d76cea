/** What a mail is for. */
export const mailKinds = ['invitation', 'password-reset', 'second-factor-off', 'test'] as const
export type MailKind = (typeof mailKinds)[number]

/** So begins the answer where no mail server is set; the file's name follows. */
export const writtenToFile = 'Written to the file'
