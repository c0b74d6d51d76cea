import type { AuditAction } from '#contract/audit/action.ts'
import { formatValue, formatWeek, type SentenceByAction } from '../entry-parts.ts'
import { fieldName } from '../fields.ts'

/** What was done to the one whom the line is about, with other words where it was they themselves. */
const toSubject =
  (own: string, before: string, after = ''): SentenceByAction =>
  ({ isOwn, subject }) =>
    isOwn ? [own] : [`${before} `, subject(), after]

/** What is done with people, and by them with their logins. */
export const peopleSentences = {
  'person-added': ({ isOwn, subject, value }) =>
    // Nobody adds themselves but the first admin, who sets the school up.
    isOwn
      ? ['set the school up as its first admin']
      : ['added ', subject(), ` as ${withArticle(String(value('role')))}`],
  'invited-again': ({ subject }) => ['sent an invitation again to ', subject()],
  'password-chosen': toSubject('chose a password', 'set a password of'),
  'password-withdrawn': toSubject('took their password back', 'took back the password of'),
  'password-changed': toSubject('changed their password', 'changed the password of'),
  'password-reset': toSubject('set a new password through a link', 'set a new password of'),
  'password-link-made': toSubject(
    'made a link to a new password',
    'made a link to a new password for',
  ),
  'calendar-link-made': toSubject(
    'made an address for their calendar',
    'made an address for the calendar of',
  ),
  'email-change-asked': toSubject('asked for another email', 'asked for another email of'),
  'email-changed': toSubject('changed their email', 'changed the email of'),
  'email-taken-back': toSubject('took their old email back', 'took the old email back of'),
  'profile-completed': toSubject('completed their profile', 'completed the profile of'),
  'profile-changed': ({ line, isOwn, subject }) => {
    const fields = formatValue(
      Object.keys(line.after ?? {}).map((column) => fieldName('people', column).toLowerCase()),
    )
    const changed = fields || 'profile'
    return isOwn ? [`changed their ${changed}`] : [`changed the ${changed} of `, subject()]
  },
  'moved-to-week': ({ subject, before, value }) => [
    'moved ',
    subject(),
    ` from ${formatWeek(before('week'))} to ${formatWeek(value('week'))}`,
  ],
  blocked: ({ subject }) => ['blocked ', subject()],
  unblocked: ({ subject }) => ['unblocked ', subject()],
  'login-lock-ended': ({ subject }) => ['let ', subject(), ' try to sign in again'],
  'second-factor-begun': toSubject(
    'began to set up a second factor',
    'began to set up a second factor of',
  ),
  'second-factor-on': toSubject(
    'switched on their second factor',
    'switched on the second factor of',
  ),
  'second-factor-off': toSubject(
    'switched off their second factor',
    'switched off the second factor of',
  ),
  'recovery-codes-made': toSubject('made new recovery codes', 'made new recovery codes of'),
  'availability-saved': toSubject('changed their availability', 'changed the availability of'),
  'absence-added': toSubject('noted an absence', 'noted an absence of'),
  'absence-withdrawn': toSubject('took back an absence', 'took back an absence of'),
  'moving-by-itself-set': toSubject(
    'set whether reviews move by themselves',
    'set whether reviews move by themselves for',
  ),
  'person-reminded': ({ subject }) => ['reminded ', subject()],
  'notice-settings-saved': toSubject(
    'changed their notification settings',
    'changed the notification settings of',
  ),
  'signed-in': () => ['signed in'],
  'signed-out': () => ['signed out'],
  'session-ended': ({ line, value, person }) =>
    line.who?._id === value('person_id')
      ? ['ended one of their sessions']
      : ['ended a session of ', person(value('person_id'))],
  'session-renewed': () => ['renewed their session'],
} satisfies Partial<Record<AuditAction, SentenceByAction>>

const withArticle = (role: string) =>
  `${role === 'advisor' || role === 'admin' ? 'an' : 'a'} ${role}`
