import type { AuditAction } from '#contract/audit/action.ts'
import { getFieldLabel } from '../fields.ts'
import { formatWeek, joinNames, type MakeSentence } from '../sentence-parts.ts'

/** An action on the person of the line, with other words if they are the actor. */
const toSubject =
  (own: string, before: string, after = ''): MakeSentence =>
  ({ isOwn, subject }) =>
    isOwn ? [own] : [`${before} `, subject(), after]

/** Actions on people, and by them on their logins. */
export const peopleSentences = {
  'person-added': ({ isOwn, subject, value }) =>
    // Only the first admin, who sets up the school, adds themselves.
    isOwn
      ? ['set up the school as its first admin']
      : ['added ', subject(), ` as ${withArticle(String(value('role')))}`],
  'invited-again': ({ subject }) => ['resent the invitation to ', subject()],
  'invitation-revoked': ({ subject }) => ['revoked the invitation of ', subject()],
  'role-changed': ({ subject, before, value }) => [
    'invited ',
    subject(),
    ` as ${withArticle(String(value('role')))} instead of ${withArticle(String(before('role')))}`,
  ],
  'password-chosen': toSubject('chose a password', 'set a password for'),
  'password-withdrawn': toSubject('removed their password', 'removed', '’s password'),
  'password-changed': toSubject('changed their password', 'changed', '’s password'),
  'password-reset': toSubject('reset their password with a link', 'reset', '’s password'),
  'password-link-made': toSubject('created a password link', 'created a password link for'),
  'calendar-link-made': toSubject('created a calendar link', 'created a calendar link for'),
  'api-token-created': ({ isOwn, subject, value }) => {
    const name = String(value('api_token'))
    return isOwn ? [`created API token ${name}`] : [`created API token ${name} for `, subject()]
  },
  'api-token-revoked': ({ isOwn, subject, before }) => {
    const name = String(before('api_token'))
    return isOwn ? [`revoked API token ${name}`] : [`revoked API token ${name} of `, subject()]
  },
  'email-change-asked': toSubject(
    'asked to change their email address',
    'asked to change',
    '’s email address',
  ),
  'email-changed': toSubject('changed their email address', 'changed', '’s email address'),
  'email-taken-back': toSubject(
    'restored their old email address',
    'restored',
    '’s old email address',
  ),
  'profile-completed': toSubject('completed their profile', 'completed', '’s profile'),
  'profile-changed': ({ line, isOwn, subject }) => {
    const fields = joinNames(
      Object.keys(line.after ?? {}).map((column) => getFieldLabel('people', column).toLowerCase()),
    )
    const changed = fields || 'profile'
    return isOwn ? [`changed their ${changed}`] : ['changed ', subject(), `’s ${changed}`]
  },
  'moved-to-week': ({ subject, before, value }) => {
    const from = before('week') === null ? '' : ` from ${formatWeek(before('week'))}`
    return ['moved ', subject(), `${from} to ${formatWeek(value('week'))}`]
  },
  blocked: ({ subject }) => ['blocked ', subject()],
  unblocked: ({ subject }) => ['unblocked ', subject()],
  paused: ({ subject }) => ['paused the course of ', subject()],
  finished: ({ subject, value }) => [
    'recorded that ',
    subject(),
    value('outcome') === 'graduated' ? ' has graduated' : ' has left the course',
  ],
  reopened: ({ subject }) => ['reopened the course of ', subject()],
  resumed: ({ subject }) => ['resumed the course of ', subject()],
  'person-erased': ({ subject }) => ['erased a person, now ', subject()],
  'login-lock-ended': ({ subject }) => ['ended the login lock of ', subject()],
  'second-factor-begun': toSubject(
    'started setting up a second factor',
    'started setting up a second factor for',
  ),
  'second-factor-on': toSubject('turned on their second factor', 'turned on', '’s second factor'),
  'second-factor-off': toSubject(
    'turned off their second factor',
    'turned off',
    '’s second factor',
  ),
  'recovery-codes-made': toSubject('created new recovery codes', 'created new recovery codes for'),
  'sessions-ended': ({ subject, value }) => [
    'signed ',
    subject(),
    value('sessions') === 'all' ? ' out everywhere' : ` out of ${value('sessions')}`,
  ],
  'availability-saved': toSubject('changed their availability', 'changed', '’s availability'),
  'absence-added': toSubject('added an absence', 'added an absence for'),
  'absence-withdrawn': toSubject('removed an absence', 'removed an absence for'),
  'own-calendar-added': toSubject('added their own calendar', 'added a calendar for'),
  'own-calendar-removed': toSubject('removed their own calendar', 'removed a calendar for'),
  'moving-by-itself-set': toSubject(
    'changed automatic rebooking',
    'changed automatic rebooking for',
  ),
  'phrases-saved': toSubject(
    'changed their phrases for feedback',
    'changed',
    '’s phrases for feedback',
  ),
  'person-reminded': ({ subject }) => ['sent a reminder to ', subject()],
  'notice-settings-saved': toSubject(
    'changed their notification settings',
    'changed',
    '’s notification settings',
  ),
  'signed-in': () => ['signed in'],
  'signed-out': () => ['signed out'],
  'session-ended': ({ line, value, person }) =>
    line.who?._id === value('person_id')
      ? ['ended one of their sessions']
      : ['ended one of ', person(value('person_id')), '’s sessions'],
  'session-renewed': () => ['renewed their session'],
} satisfies Partial<Record<AuditAction, MakeSentence>>

const withArticle = (role: string) =>
  `${role === 'advisor' || role === 'admin' ? 'an' : 'a'} ${role}`
