import type { MailKind } from '#contract/kit/mail-kind.ts'
import type { NoticeKind } from '#contract/kit/notice-kind.ts'
import type { Deed } from '#contract/trail/deed.ts'
import type { TrailLine } from '#contract/trail.ts'
import { pathOfPerson, paths } from '#web/paths.ts'
import { fieldName, linesIn } from './fields.ts'
import { type Part, type Reading, readingOf, weekWords } from './reading.ts'

/** What a line tells, in one sentence: 'Grace Bennett blocked Lars Kim'. */
export function sentenceOf(line: TrailLine, timeZone: string): Part[] {
  return [doerOf(line), ' ', ...wordsFor[line.deed](readingOf(line, timeZone))]
}

/** Who did it. */
function doerOf({ who, call }: TrailLine): Part {
  if (who) return { name: who.name, to: pathOfPerson(who) }
  return call.startsWith('npm run') ? 'Whoever runs the server' : 'Somebody who was not signed in'
}

type Words = (line: Reading) => Part[]

/** What was done to the one whom the line is about, with other words where it was they themselves. */
const toSubject =
  (own: string, before: string, after = ''): Words =>
  ({ isOwn, subject }) =>
    isOwn ? [own] : [`${before} `, subject(), after]

/** What was done about the review of a line. */
const toReview =
  (deed: string): Words =>
  ({ review, student }) => [`${deed} `, review(), ' of ', student()]

const taskWords =
  (deed: string): Words =>
  ({ line, value, mentioned, domain }) => {
    const task = mentioned('tasks', line.about._id)
    if (!task) {
      return [`${deed} the task of ${weekWords(value('week'))} of `, domain(value('domain_id'))]
    }
    const week = { name: weekWords(task.week), to: paths.taskDetails(task._id) }
    const { _id, name } = task.domain
    return [`${deed} the task of `, week, ' of ', { name, to: paths.weekList(_id) }]
  }

const domainWords =
  (deed: string): Words =>
  ({ line, value, domain, mentioned }) => {
    const isThere = mentioned('domains', line.about._id) !== undefined
    const gone = value('name')
    return [`${deed} the domain `, isThere || gone === null ? domain(line.about._id) : String(gone)]
  }

const slotWords =
  (deed: string): Words =>
  ({ line, mentioned, value, at }) => {
    const slot = mentioned('slots', line.about._id)
    return [`${deed} ${at(slot ? Date.parse(slot.startsAt) : value('starts_at'))}`]
  }

const mailWords = {
  invitation: 'an invitation',
  'password-reset': 'a link to a new password',
  'confirm-email': 'a link that confirms an email',
  'undo-email': 'word of an email that is changed',
  'second-factor-off': 'word of a second factor that is off',
  test: 'a test mail',
  'weekly-summary': 'a summary of the week',
} satisfies Record<Exclude<MailKind, NoticeKind | 'several-notices'>, string>
/** The other mails are notices, and an older line can tell of one that is of no known kind. */
const wordsOfMails: Record<string, string> = mailWords

/** A deed that has no words here is an error of the types. */
const wordsFor: Record<Deed, Words> = {
  'person-added': ({ subject, value }) => [
    'added ',
    subject(),
    ` as ${withArticle(String(value('role')))}`,
  ],
  'invited-again': ({ subject }) => ['invited ', subject(), ' again'],
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
    const fields = listed(
      Object.keys(line.after ?? {}).map((column) => fieldName('people', column).toLowerCase()),
    )
    const changed = fields || 'profile'
    return isOwn ? [`changed their ${changed}`] : [`changed the ${changed} of `, subject()]
  },
  'moved-to-week': ({ subject, before, value }) => [
    'moved ',
    subject(),
    ` from ${weekWords(before('week'))} to ${weekWords(value('week'))}`,
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
    'chose how they are told of things',
    'chose how notices are told to',
  ),
  'signed-in': () => ['signed in'],
  'signed-out': () => ['signed out'],
  'session-ended': ({ line, value, person }) =>
    line.who?._id === value('person_id')
      ? ['ended one of their sessions']
      : ['ended a session of ', person(value('person_id'))],
  'session-renewed': () => ['renewed their session'],
  'domain-added': domainWords('added'),
  'domain-changed': domainWords('changed'),
  'domain-removed': domainWords('removed'),
  'task-added': taskWords('wrote'),
  'task-changed': taskWords('changed'),
  'task-removed': taskWords('removed'),
  'slot-added': slotWords('offered the slot'),
  'slot-changed': slotWords('changed the slot'),
  'slot-removed': slotWords('took back the slot'),
  'review-opened': ({ line, mentioned, value, review, student, person }) => {
    const follows = mentioned('reviews', value('follows_id'))
    if (follows?.week === value('week')) return ['opened ', review(), ' again for ', student()]
    if (line.who === null || line.who._id !== value('student_id'))
      return ['opened ', review(), ' for ', student()]
    const advisor = value('advisor_id')
    const begins: Part[] = ['began ', review()]
    return advisor === null
      ? [...begins, ' without an advisor']
      : [...begins, ' with ', person(advisor)]
  },
  'advisor-given': ({ line, value, person, review, student }) =>
    line.who?._id === value('advisor_id')
      ? ['took over ', review(), ' of ', student()]
      : ['gave ', review(), ' of ', student(), ' to ', person(value('advisor_id'))],
  'slot-booked': ({ slot, value, student }) => [
    'booked ',
    ...slot(value('slot_id')),
    ' for ',
    student(),
  ],
  'booking-moved': ({ slot, value, student }) => [
    'moved ',
    student(),
    ' to ',
    ...slot(value('slot_id')),
  ],
  'booking-ended': ({ slot, before, student }) => [
    'cancelled ',
    ...slot(before('slot_id')),
    ' of ',
    student(),
  ],
  'no-show-noted': ({ slot, before, student }) => [
    'noted that nobody held ',
    ...slot(before('slot_id')),
    ' of ',
    student(),
  ],
  'slot-lost': ({ slot, before, student }) => [
    'took back ',
    ...slot(before('slot_id')),
    ' of ',
    student(),
  ],
  'other-time-asked': toReview('asked for another time of'),
  'wish-declined': toReview('declined the wish for another time of'),
  'wish-withdrawn': toReview('took back the wish for another time of'),
  'change-undone': ({ slot, value, student }) => [
    'took a change back: ',
    ...slot(value('slot_id')),
    ' of ',
    student(),
  ],
  marked: ({ review, student, value }) => {
    const how = value('week_status')
    return ['marked ', review(), ' of ', student(), how ? `: ${how}` : '']
  },
  'pending-tasks-saved': ({ value, student }) => {
    const count = linesIn(value('pending_task')).length
    if (count === 0) return ['cleared the pending tasks of ', student()]
    return [`noted ${count} pending ${count === 1 ? 'task' : 'tasks'} for `, student()]
  },
  'task-status-saved': ({ line, student }) => {
    const states = Object.entries(line.after ?? {}).map(
      ([column, state]) => `${fieldName('reviews', column)} ${state}`,
    )
    return ['updated the tasks of ', student(), `: ${listed(states)}`]
  },
  'review-closed': toReview('closed'),
  'decision-undone': toReview('undid the decision on'),
  'review-changed': toReview('changed'),
  'review-removed': toReview('removed'),
  'second-factor-required': ({ value }) => {
    const asked = linesIn(value('roles')).map((role) => `${role}s`)
    return [`required a second factor of ${listed(asked) || 'nobody'}`]
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
    return [`changed the school’s ${listed(fields)}`]
  },
}

function mailTo(recipient: unknown): Part {
  if (typeof recipient !== 'string') return 'somebody'
  return { name: recipient, to: paths.mailsTo(recipient) }
}

const withArticle = (role: string) =>
  `${role === 'advisor' || role === 'admin' ? 'an' : 'a'} ${role}`

const conjunction = new Intl.ListFormat('en')
const listed = (names: string[]) => conjunction.format(names)
