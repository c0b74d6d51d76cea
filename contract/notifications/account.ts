import { z } from 'zod'
import { type Detail, formatInstantForReader, makeDetail, type Reader } from './format-review.ts'

/** What to do if someone else made the change. */
const notYou = 'If this was not you, contact your admin right away.'

export const passwordChangedNotification = {
  label: 'Your password is changed',
  schema: z.object({}),
  subject: () => 'Your password was changed',
  text: () => `Your password was changed. ${notYou}`,
}

/** `browser` is null without a user agent. Older notifications have neither time nor address. */
const NewBrowser = z.object({
  browser: z.string().nullable(),
  at: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
})
type NewBrowser = z.output<typeof NewBrowser>

export const newBrowserNotification = {
  label: 'Someone signs in with a new browser',
  schema: NewBrowser,
  subject: () => 'New sign-in to your account',
  text: ({ browser }: NewBrowser) =>
    `Someone signed in to your account with a new browser${browser ? `: ${browser}` : ''}. If this was not you, change your password.`,
  details: ({ browser, at, address }: NewBrowser, reader: Reader): Detail[] => [
    ...(at === null ? [] : formatInstantForReader(Date.parse(at), reader, 'When')),
    ...(browser === null ? [] : [makeDetail('Browser', browser)]),
    ...(address === null ? [] : [makeDetail('IP address', address)]),
  ],
}

const TokenCreated = z.object({ token: z.string() })

export const tokenCreatedNotification = {
  label: 'An API token is created',
  schema: TokenCreated,
  subject: () => 'New API token for your account',
  text: ({ token }: z.infer<typeof TokenCreated>) =>
    `The API token ${token} was created for your account. If this was not you, revoke it and change your password.`,
}

/** `isBack`: the change was undone from the old address. */
const EmailChanged = z.object({ email: z.string(), isBack: z.boolean().default(false) })

export const emailChangedNotification = {
  label: 'Your email address is changed',
  schema: EmailChanged,
  subject: ({ isBack }: z.infer<typeof EmailChanged>) =>
    isBack ? 'Your email change was undone' : 'Your email address was changed',
  text: ({ email, isBack }: z.infer<typeof EmailChanged>) =>
    isBack
      ? `Your email change was undone. Your email address is ${email} again, and you were signed out everywhere. ${notYou}`
      : `The email address of your account is now ${email}. ${notYou}`,
}

/** `browser` is null if all sessions were ended. */
const SignedOut = z.object({ by: z.string(), browser: z.string().nullable() })

export const signedOutNotification = {
  label: 'An admin signs you out',
  schema: SignedOut,
  subject: () => 'You were signed out',
  text: ({ by, browser }: z.infer<typeof SignedOut>) =>
    `${by} signed you out ${browser === null ? 'everywhere' : `of ${browser}`}. If you do not know why, ask your admin.`,
}
