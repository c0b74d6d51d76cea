import { z } from 'zod'
import { type Detail, detail, formatSlotTime, type Reader } from './format-review.ts'

export const passwordChanged = {
  label: 'Your password was changed',
  schema: z.object({}),
  subject: () => 'Your password was changed',
  text: () => 'Your password was changed. If that was not you, talk to your admin at once.',
}

/** Null for one that does not say what it is; older notices know neither when nor from where. */
const NewBrowser = z.object({
  browser: z.string().nullable(),
  at: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
})
type NewBrowser = z.output<typeof NewBrowser>

export const newBrowser = {
  label: 'Somebody signs in with a new browser',
  schema: NewBrowser,
  subject: () => 'Somebody signed in with a new browser',
  text: ({ browser }: NewBrowser) =>
    `Somebody signed in to your account with a new browser${browser ? `: ${browser}` : ''}. If that was not you, change your password.`,
  details: ({ browser, at, address }: NewBrowser, reader: Reader): Detail[] => [
    ...(at === null ? [] : formatSlotTime(Date.parse(at), reader, 'When')),
    ...(browser === null ? [] : [detail('Browser', browser)]),
    ...(address === null ? [] : [detail('Address', address)]),
  ],
}

/** Whether a change of the email was taken back by the address that it was before. */
const EmailChanged = z.object({ email: z.string(), isBack: z.boolean().default(false) })

export const emailChanged = {
  label: 'Your email was changed',
  schema: EmailChanged,
  subject: ({ isBack }: z.infer<typeof EmailChanged>) =>
    isBack ? 'The change of your email was taken back' : 'Your email was changed',
  text: ({ email, isBack }: z.infer<typeof EmailChanged>) =>
    isBack
      ? `The change of your email was taken back: it is ${email} again, and everybody was signed out of your account. If that was not you, talk to your admin at once.`
      : `The email of your account is ${email} now. If that was not you, talk to your admin at once.`,
}
