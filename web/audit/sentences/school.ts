import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { paths } from '#web/paths.ts'
import { getFieldLabel, parseTextList } from '../fields.ts'
import { joinNames, type MakeSentence, type Part } from '../sentence-parts.ts'

const mailWords = {
  invitation: 'an invitation',
  'password-reset': 'a password link',
  'confirm-email': 'an email confirmation link',
  'undo-email': 'an email about a changed email address',
  'second-factor-off': 'an email about a second factor that is off',
  test: 'a test email',
  'weekly-summary': 'a weekly summary',
} satisfies Record<Exclude<MailKind, NotificationKind | 'several-notices'>, string>

/** All other mails are notifications; older lines may have an unknown kind. */
const wordsOfMails: Record<string, string> = mailWords

/** Actions on the school, on locks and on mails. */
export const schoolSentences = {
  'second-factor-required': ({ value }) => {
    const asked = parseTextList(value('roles')).map((role) => `${role}s`)
    return asked.length === 0
      ? ['made a second factor optional for everyone']
      : [`required a second factor for ${joinNames(asked)}`]
  },
  'network-lock-ended': ({ value }) => [
    `ended the login lock of ${value('email') || 'all accounts'} on ${value('network') || 'all networks'}`,
  ],
  'test-mail-sent': ({ value }) => ['sent a test email to ', mailTo(value('recipient'))],
  'mail-sent-anew': ({ value }) => [
    `resent ${wordsOfMails[String(value('kind'))] ?? 'an email'} to `,
    mailTo(value('recipient')),
  ],
  'mail-hurried': () => ['retried ', { name: 'a waiting email', to: paths.mails }],
  'webhook-added': ({ value }) => ['added the webhook to ', webhookTo(value('url'))],
  'webhook-changed': ({ line }) => ['changed the webhook to ', webhookOf(line)],
  'webhook-secret-rolled': ({ line }) => [
    'created a new secret for the webhook to ',
    webhookOf(line),
  ],
  'webhook-switched-on': ({ line }) => ['turned on the webhook to ', webhookOf(line)],
  'webhook-switched-off': ({ line }) => ['turned off the webhook to ', webhookOf(line)],
  'webhook-removed': ({ value }) => ['removed the webhook to ', webhookTo(value('url'))],
  'webhook-event-sent-again': ({ value, line }) => [
    `sent the event ${value('sent')} again to `,
    webhookOf(line),
  ],
  'webhook-tested': ({ line }) => ['sent a test event to ', webhookOf(line)],
  'school-set-up': () => ['set up the school'],
  'school-settings-saved': ({ line }) => {
    const columns = Object.keys(line.after ?? {})
    const fields = columns.map((column) => getFieldLabel('school', column).toLowerCase())
    return [`changed the school’s ${joinNames(fields)}`]
  },
} satisfies Partial<Record<AuditAction, MakeSentence>>

/** The webhook of a line by its address, which is known as long as it exists. */
function webhookOf({ about: { _id, name } }: AuditEntry): Part {
  return name === null ? 'another system' : { name, to: paths.webhook(_id) }
}

function webhookTo(url: unknown): Part {
  return typeof url === 'string' ? { name: url, to: paths.webhooks } : 'another system'
}

function mailTo(recipient: unknown): Part {
  if (typeof recipient !== 'string') return 'someone'
  return { name: recipient, to: paths.mailsTo(recipient) }
}
