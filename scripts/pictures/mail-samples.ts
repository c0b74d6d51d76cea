import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { formatDayInZone, formatSlotTimeInZone } from '#contract/kit/time/zone.ts'
import { emailChangeHours } from '#contract/limits/accounts.ts'
import type { Reader } from '#contract/notifications/format-review.ts'
import {
  type NotificationPayload,
  notificationDefinitions,
} from '#contract/notifications/notifications.ts'
import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { makeEmailChangedMail, makeEmailConfirmationMail } from '#server/accounts/email/mail.ts'
import { makeInvitationMail } from '#server/accounts/invitations/mail.ts'
import {
  makeForgotPasswordMail,
  makePasswordResetMail,
  makeResetAfterUndoMail,
} from '#server/accounts/recovery/mail.ts'
import { makeSecondFactorOffMail } from '#server/accounts/second-factor/mail.ts'
import type { Context } from '#server/kit/context.ts'
import type { MailContent } from '#server/kit/mail/message/content.ts'
import { makeTestMail } from '#server/kit/mail/test-mail.ts'
import {
  type MailedNotification,
  makeNotificationMail,
} from '#server/notifications/mail/notification-mail.ts'
import { summarizeByRole } from '#server/school/summaries/summarize-by-role.ts'

const student = { _id: 'student', name: 'Sofía Demir' }
const reviewer = { _id: 'reviewer', name: 'Priya Nair' }
const other = { _id: 'other', name: 'Oluwaseun Adebayo-Featherstonehaugh' }
const recipient = { id: 'student', name: 'Sofía Demir', email: 'sofia.demir@school.test' }

/** The payload of each kind of notification, at an instant (ms since 1970). */
function factsAt(now: number): { [Kind in NotificationKind]: NotificationPayload<Kind> } {
  const at = (hours: number) => new Date(now + hours * hourMs).toISOString()
  const slot = (hours: number, who = reviewer) => ({
    startsAt: at(hours),
    endsAt: at(hours + 0.5),
    reviewer: who,
  })
  const review = { student, week: 5, from: null, to: null, by: 'Amara Okafor', who: null }
  const booked = { ...review, to: slot(25), reason: null }
  const was = { ...review, from: slot(25), reason: null }
  const moved = { ...review, from: slot(25), to: slot(49, other), reason: null }
  const ahead = { student, week: 5, due: at(-30), to: slot(24) }
  return {
    booked,
    moved,
    granted: moved,
    lost: was,
    begun: was,
    repeated: was,
    cancelled: { ...was, reason: 'I am ill and cannot come before Thursday.' },
    asked: { ...booked, reason: 'I have an exam at that time.' },
    declined: { ...booked, reason: 'All others are booked.' },
    withdrawn: booked,
    undone: { ...moved, undoes: 'moved' },
    'no-show': { ...was, who: 'reviewer' },
    marked: booked,
    'reminder-day': ahead,
    'reminder-hour': { ...ahead, to: slot(1) },
    overdue: { ...ahead, to: null },
    reminded: { ...ahead, by: 'Amara Okafor' },
    'due-moved': { week: 3, due: at(96), holiday: 'Christmas' },
    'slots-short': { domain: 'Web Development', waiting: 14, free: 3 },
    'advisor-changed': { by: 'Grace Mbeki', advisor: other, count: 1, students: [student.name] },
    absence: {
      by: 'Grace Mbeki',
      reason: 'In hospital',
      what: 'noted',
      from: at(48).slice(0, 10),
      to: at(96).slice(0, 10),
    },
    waiting: { name: 'Priya Nair' },
    'password-changed': {},
    'new-browser': { browser: 'Firefox on Windows' },
    'token-created': { token: 'Timetable' },
    'details-changed': { by: 'Ada Kaya', domain: 'Data Science', week: 4 },
    'domain-renamed': { by: 'Ada Kaya', from: 'Data', to: 'Data Science' },
    'task-changed': { by: 'Ada Kaya', week: 4, what: 'changed' },
    'enrolment-changed': {
      what: 'paused',
      by: 'Ada Kaya',
      student,
      week: 3,
      due: null,
      until: '2026-04-06',
      reason: 'Parental leave',
    },
    ready: { student, week: 3 },
    'feedback-replied': { student, week: 3 },
    'webhook-off': { host: 'hooks.school.test', reason: 'failing', webhook: '', at: at(0) },
    'calendar-unread': {
      host: 'calendar.example',
      why: 'There is no calendar at this address',
    },
    'email-changed': { email: 'sofia@elsewhere.test' },
    'signed-out': { by: 'Ada Kaya', browser: null },
  }
}

/** A mail of each kind by name, from a school with demo data. */
export async function makeSampleMails(context: Context): Promise<Map<string, MailContent>> {
  const { clock, settings, db } = context
  const { timeZone, schoolName: school, appUrl } = settings
  const now = clock()
  const until = `${formatDayInZone(now + emailChangeHours * hourMs, timeZone)}, ${formatSlotTimeInZone(now, timeZone)} (${timeZone})`
  const link = `${appUrl}/set-password/${'s3cret'.repeat(7)}`
  const emails = { oldEmail: recipient.email, newEmail: 'sofia@elsewhere.test', at: until }
  const samples = new Map<string, MailContent>()
  const add = (name: string, { content }: { content: MailContent }) => samples.set(name, content)
  add(
    'invitation',
    makeInvitationMail({ ...recipient, role: 'advisor' }, school, {
      link,
      until,
      provider: undefined,
    }),
  )
  const owner = { ...recipient, password_hash: 'of a password' }
  add('password-reset', makePasswordResetMail(owner, school, { link, until }))
  add('forgotten', makeForgotPasswordMail(owner, school, { link, until }))
  add('link-after-undo', makeResetAfterUndoMail(recipient, school, { link, until }))
  add(
    'confirm-email',
    makeEmailConfirmationMail(recipient, school, { email: 'sofia@elsewhere.test', link, until }),
  )
  add(
    'undo-email',
    makeEmailChangedMail(recipient, school, { ...emails, undoLink: { link, until } }),
  )
  add(
    'second-factor-off',
    makeSecondFactorOffMail(recipient, school, { by: 'an admin', at: until }),
  )
  add('test', makeTestMail(recipient.email, { schoolName: school, appUrl }))

  const facts = factsAt(now)
  const notificationOf = (kind: NotificationKind, zone = timeZone): MailedNotification => ({
    kind,
    payload: facts[kind],
    goodUntil: null,
    reviewId: null,
    calendar: undefined,
    reader: { ...getReader(kind), timeZone: zone, schoolZone: timeZone },
  })
  for (const kind of notificationKinds)
    add(kind, makeNotificationMail(recipient, [notificationOf(kind)], appUrl))
  const gathered = [
    notificationOf('overdue'),
    notificationOf('marked'),
    notificationOf('reminded'),
  ] as const
  add('several-notices', makeNotificationMail(recipient, [...gathered], appUrl))
  add(
    'booked-elsewhere',
    makeNotificationMail(recipient, [notificationOf('booked', 'Asia/Kolkata')], appUrl),
  )

  for (const role of roles) {
    const { id, name } = await db
      .selectFrom('people')
      .select(['id', 'name'])
      .where('email', '=', demoLogins[role].email)
      .executeTakeFirstOrThrow()
    const content = await summarizeByRole[role](context, { personId: id, name, timeZone })
    samples.set(`weekly-summary-${role}`, content)
  }
  return samples
}

/** The recipient of a kind: a student if students receive it. */
function getReader(kind: NotificationKind): Pick<Reader, '_id' | 'role' | 'review'> {
  const [first = 'student'] = notificationDefinitions[kind].to
  return { _id: first === 'student' ? student._id : 'advisor', role: first, review: 'review' }
}
