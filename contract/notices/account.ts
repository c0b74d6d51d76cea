import { z } from 'zod'

export const passwordChanged = {
  label: 'Your password was changed',
  facts: z.object({}),
  subject: () => 'Your password was changed',
  text: () => 'Your password was changed. If that was not you, talk to your admin at once.',
}

/** Null for one that does not say what it is. */
const NewBrowser = z.object({ browser: z.string().nullable() })

export const newBrowser = {
  label: 'Somebody signs in with a new browser',
  facts: NewBrowser,
  subject: () => 'Somebody signed in with a new browser',
  text: ({ browser }: z.infer<typeof NewBrowser>) =>
    `Somebody signed in to your account with a new browser${browser ? `: ${browser}` : ''}. If that was not you, change your password.`,
}

const EmailChanged = z.object({ email: z.string() })

export const emailChanged = {
  label: 'Your email was changed',
  facts: EmailChanged,
  subject: () => 'Your email was changed',
  text: ({ email }: z.infer<typeof EmailChanged>) =>
    `The email of your account is ${email} now. If that was not you, talk to your admin at once.`,
}
