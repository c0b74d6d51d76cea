import { z } from 'zod'
import { definePublicEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../../kit/refusal.ts'
import { emailAddress, nameText } from '../../kit/text/text-schemas.ts'
import { nameMaxLength } from '../../limits/limits.ts'
import {
  MailServerTest,
  MailServerTestResult,
  SchoolSettings,
  SchoolSettingsChange,
  settingsBodyMaxBytes,
  settingsRefusals,
} from '../../school/settings.ts'
import { accountRefusals, NewPassword } from '../accounts.ts'

/** The path of the set-up page, valid until the school has its first admin. */
export const toSetUpPath = (secret: string) => `/set-up/${secret}`

export const schoolSetUpRefusals = {
  /** The same reply for a wrong, an expired and a used link. */
  badLink: defineRefusal(
    404,
    'This link is not valid or has expired. Until the school is set up, each start of the server prints a new one.',
  ),
}

export const schoolSetUpDoneMessage = 'You are signed in as the admin of your school.'

/** The secret from the link the server prints at start, as a path parameter. */
const params = z.object({ id: z.string().min(1).max(200) })

/** The first admin of the school. */
export const FirstAdmin = z.object({
  name: nameText('Name is required', nameMaxLength),
  email: emailAddress({ required: 'please enter your email', invalid: 'Invalid email' }),
  password: NewPassword,
})
export type FirstAdmin = z.output<typeof FirstAdmin>

export const checkSetUp = definePublicEndpoint('student', {
  method: 'GET',
  path: '/check-set-up/:id',
  summary:
    'Checks whether the set-up link is still valid and returns the current settings. Changes nothing',
  params,
  reply: SchoolSettings,
  refuses: [schoolSetUpRefusals.badLink],
})

export const setUpSchool = definePublicEndpoint('student', {
  method: 'PUT',
  path: '/set-up/:id',
  summary:
    'Sets up the school by the link the server prints at start: saves its settings and signs in the first admin. Can be done once',
  params,
  bodyMaxBytes: settingsBodyMaxBytes,
  body: SchoolSettingsChange.extend({ admin: FirstAdmin }),
  /** The session token of the new admin. */
  reply: z.object({ message: z.string(), token: z.string() }),
  refuses: [
    schoolSetUpRefusals.badLink,
    settingsRefusals.fixed,
    settingsRefusals.noPassword,
    accountRefusals.mostUsedPassword,
    tooBusy,
  ],
})

export const testFirstMailServer = definePublicEndpoint('student', {
  method: 'POST',
  path: '/set-up/:id/try-mail-server',
  summary:
    'Sends a test email through a mail server before the school is set up, and returns the server’s answer',
  params,
  body: MailServerTest,
  reply: MailServerTestResult,
  refuses: [
    schoolSetUpRefusals.badLink,
    settingsRefusals.fixed,
    settingsRefusals.noMailServer,
    settingsRefusals.noPassword,
  ],
})
