import { z } from 'zod'
import { defineEndpoint, defineListEndpoint, makeSortSchema } from './kit/endpoint.ts'
import { mailKinds } from './kit/kinds/mail-kind.ts'
import { defineRefusal } from './kit/refusal.ts'
import { emailMaxLength } from './limits/limits.ts'
import { roles } from './roles.ts'

/**
 * waiting: for its first or next try. sent: accepted by the mail server. failed: refused for good,
 * or given up after a week. dropped: replaced by a newer mail, or no longer useful.
 */
export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const
export const MailState = z.enum(mailStates)
export type MailState = z.infer<typeof MailState>

/** A mail without its body, which may contain a link that signs someone in. */
export const ListedMail = z.object({
  _id: z.string(),
  /** Null for some mails written by an older version. */
  kind: z.enum(mailKinds).nullable(),
  subject: z.string(),
  to: z.string(),
  /** The person with this address; null if there is none. */
  person: z.object({ _id: z.string(), name: z.string(), role: z.enum(roles) }).nullable(),
  state: MailState,
  /** When it was written. All times here are ISO instants. */
  at: z.string(),
  /** When it reached its state; null while it waits. */
  endedAt: z.string().nullable(),
  tries: z.number(),
  /** The next try; null unless it waits. */
  nextTryAt: z.string().nullable(),
  /** While a try is in progress, the latest time of the next one if it fails; otherwise null. */
  nextTryBy: z.string().nullable().default(null),
  /** The last response of the mail server, or the last connection error. */
  answer: z.string().nullable(),
  canSendAgain: z.boolean(),
})
export type ListedMail = z.infer<typeof ListedMail>

export const mailRefusals = {
  unknownMail: defineRefusal(404, 'This email does not exist'),
  cannotSendAgain: defineRefusal(409, 'This email is out of date'),
}

export const mailQueuedMessage = 'The email is on its way.'
/** The message for a test mail, by its state at the time of the reply. */
export const testMailMessages = {
  sent: 'A test email is on its way.',
  failed: 'The test email was refused.',
  waiting: 'The test email has not been sent yet. You can follow it in the list of emails.',
}

/** Sort columns of the list of mails. `date` is when they were written. */
export const mailSorts = ['subject', 'to', 'state', 'date', 'answer'] as const
export type MailSort = (typeof mailSorts)[number]

export const listMails = defineListEndpoint({
  role: 'admin',
  may: 'watch the mails',
  path: '/mails',
  summary: 'Lists the school’s emails without their bodies, newest first or by `sort`',
  query: {
    state: MailState.optional(),
    /** The id of the recipient. */
    person: z.string().max(100).optional(),
    /** Part of the address or of the recipient's name. */
    search: z.string().max(200).optional(),
    sort: makeSortSchema(mailSorts),
  },
  item: ListedMail,
})

export const countFailedMails = defineEndpoint({
  role: 'admin',
  may: 'watch the mails',
  method: 'GET',
  path: '/waiting',
  summary:
    'Counts failed emails, up to 100, and failed health checks, and returns the caller’s name',
  reply: z.object({
    mailsFailed: z.number(),
    /** The number of failed checks in the latest run. */
    healthProblems: z.number(),
    account: z.object({ _id: z.string(), name: z.string() }),
  }),
})

const Message = z.object({ message: z.string() })

export const sendMailAgain = defineEndpoint({
  role: 'admin',
  may: 'watch the mails',
  method: 'PUT',
  path: '/send-mail-again',
  summary: 'Retries a waiting email at once. A sent or failed email is sent again, with a new link',
  body: z.object({ id: z.string().max(100) }),
  /** The mail itself, or the one sent in its place. */
  reply: Message.extend({ mail: ListedMail }),
  refuses: [mailRefusals.unknownMail, mailRefusals.cannotSendAgain],
})

const invalidEmail = 'Invalid email'
const isAddress = (text: string) => text === '' || z.email().safeParse(text).success

/** The recipient of a test mail. An empty one stands for the caller. */
export const TestMailRecipient = z.object({
  to: z
    .string()
    .trim()
    .max(emailMaxLength, invalidEmail)
    .toLowerCase()
    .refine(isAddress, invalidEmail),
})

export const sendTestMail = defineEndpoint({
  role: 'admin',
  may: 'watch the mails',
  method: 'POST',
  path: '/send-test-mail',
  summary: 'Sends a test email, by default to the caller, and returns the result',
  body: TestMailRecipient.partial(),
  reply: Message.extend({ mail: ListedMail }),
})

type Page = { title: string; lines: readonly string[]; button?: string }

const stillInApp = 'You can still see all of this when you sign in.'

/** Texts of the unsubscribe page, which `List-Unsubscribe` leads to. */
export const unsubscribePageTexts = {
  ask: (kinds: readonly string[]) => ({
    title: 'Unsubscribe from these emails?',
    lines: ['You will no longer get emails about:', ...kinds, stillInApp],
    button: 'Unsubscribe',
  }),
  done: (kinds: readonly string[]) => ({
    title: 'You are unsubscribed',
    lines: ['You no longer get emails about:', ...kinds, stillInApp],
  }),
  always: {
    title: 'These emails cannot be turned off',
    lines: [
      'Invitations, password links and sign-in alerts keep your account safe, so they are always sent.',
      'If you did not expect this email, you can ignore it or contact your admin.',
    ],
  },
  badLink: {
    title: 'This link is not valid',
    lines: ['Copy the whole link from the email and try again.'],
  },
} satisfies Record<string, Page | ((kinds: readonly string[]) => Page)>
