import type { AuditAction } from '#contract/audit/action.ts'
import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { paths } from '#web/paths.ts'
import { formatValue, type Part, type SentenceByAction } from '../entry-parts.ts'
import { fieldName, linesIn } from '../fields.ts'

const mailWords = {
  invitation: 'an invitation',
  'password-reset': 'a link to a new password',
  'confirm-email': 'a link that confirms an email',
  'undo-email': 'word of an email that is changed',
  'second-factor-off': 'word of a second factor that is off',
  test: 'a test mail',
  'weekly-summary': 'a summary of the week',
} satisfies Record<Exclude<MailKind, NotificationKind | 'several-notices'>, string>

/** The other mails are notices, and an older line can tell of one that is of no known kind. */
const wordsOfMails: Record<string, string> = mailWords

/** What is done with the school as a whole, with locks and with mails. */
export const schoolSentences = {
  'second-factor-required': ({ value }) => {
    const asked = linesIn(value('roles')).map((role) => `${role}s`)
    return [`required a second factor of ${formatValue(asked) || 'nobody'}`]
  },
  'network-lock-ended': ({ value }) => [
    `ended the lock of ${value('email') || 'all accounts'} at ${value('network') || 'every network'}`,
  ],
  'test-mail-sent': ({ value }) => ['sent a test mail to ', mailTo(value('recipient'))],
  'mail-sent-anew': ({ value }) => [
    `sent ${wordsOfMails[String(value('kind'))] ?? 'a mail'} again to `,
    mailTo(value('recipient')),
  ],
  'mail-hurried': () => ['had ', { name: 'a waiting mail', to: paths.mails }, ' tried at once'],
  'school-set-up': () => ['set the school up'],
  'school-settings-saved': ({ line }) => {
    const columns = Object.keys(line.after ?? {})
    const fields = columns.map((column) => fieldName('school', column).toLowerCase())
    return [`changed the school’s ${formatValue(fields)}`]
  },
} satisfies Partial<Record<AuditAction, SentenceByAction>>

function mailTo(recipient: unknown): Part {
  if (typeof recipient !== 'string') return 'somebody'
  return { name: recipient, to: paths.mailsTo(recipient) }
}
