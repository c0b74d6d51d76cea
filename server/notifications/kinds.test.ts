import { expect, test } from 'vitest'
import { type NotificationKind, notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import {
  type NotificationPayload,
  notificationDefinitions,
} from '#contract/notifications/notifications.ts'
import { type Role, roles } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { parseContent } from '#server/kit/mail/message/content.ts'
import { defaultSettings, monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { notify } from './actions.ts'
import { mailNotifications } from './mail/mail-notifications.ts'

const when = 'Tue 3 Mar, 12:00 PM'
const before = 'Wed 4 Mar, 12:00 PM'
const review = {
  student: '/review-details/:review',
  advisor: '/advisor/review-details/:review',
  reviewer: '/reviewer/review-details/:review',
}
const account = {
  student: '/profile',
  advisor: '/advisor/profile',
  reviewer: '/reviewer/profile',
  admin: '/admin/account',
}
type TextByRole = Partial<Record<Role, string>>

/** The same words for each of these, with the link of their own. */
const toEach = (links: TextByRole, words: string): TextByRole =>
  Object.fromEntries(Object.entries(links).map(([role, link]) => [role, `${words} ${link}`]))
const toTheirs = (words: TextByRole): TextByRole => {
  const said = roles.flatMap((role) => {
    const own = words[role]
    return own !== undefined && role !== 'admin' ? [[role, `${own} ${review[role]}`]] : []
  })
  return Object.fromEntries(said)
}

const newDetails = 'Ada changed your domain to Web and your week to 04.'

/** Of each kind: who reads it, its words, and where it leads. */
const wanted: Record<NotificationKind, TextByRole> = {
  booked: toTheirs({
    student: `Your week 03 review is booked for ${when} with Priya.`,
    advisor: `Ada booked Sofía’s week 03 review for ${when} with Priya.`,
    reviewer: `Sofía’s week 03 review is booked for ${when}.`,
  }),
  moved: toTheirs({
    student: `Ada moved your week 03 review. It was on ${before} and is now on ${when} with Priya.`,
    advisor: `Ada moved Sofía’s week 03 review. It was on ${before} and is now on ${when} with Priya.`,
    reviewer: `Ada moved Sofía’s week 03 review. It was on ${before} and is now on ${when}.`,
  }),
  granted: toTheirs({
    student: `Your reschedule request was accepted: your week 03 review is now on ${when} with Priya.`,
  }),
  cancelled: toTheirs({
    student: `Ada cancelled your week 03 review on ${when} with Priya: Ill. Your advisor will book another slot.`,
    advisor: `Ada cancelled Sofía’s week 03 review on ${when} with Priya: Ill. It needs another slot.`,
    reviewer: `Ada cancelled Sofía’s week 03 review on ${when}: Ill.`,
  }),
  asked: toTheirs({
    advisor: `Sofía asked to reschedule the week 03 review: An exam. Suggested slots: ${when} with Priya; ${before} with Priya.`,
  }),
  declined: toTheirs({
    student: 'Ada declined your request to reschedule the week 03 review: No room.',
  }),
  withdrawn: toTheirs({
    advisor: 'Sofía withdrew the request to reschedule the week 03 review.',
  }),
  'no-show': toTheirs({
    student: `Ada recorded that you did not come to the week 03 review on ${when}. Your advisor will book another slot.`,
    advisor: `Ada recorded that Sofía did not come to the week 03 review on ${when}. It needs another slot.`,
    reviewer: `Ada recorded that Sofía did not come to the week 03 review on ${when}.`,
  }),
  lost: toTheirs({
    student: `Ada removed the slot of your week 03 review on ${when} with Priya. Your advisor will book another slot.`,
    advisor: `Ada removed the slot of Sofía’s week 03 review on ${when} with Priya. It needs another slot.`,
    reviewer: `Ada removed the slot of Sofía’s week 03 review on ${when}.`,
  }),
  marked: toTheirs({
    student: 'Your week 03 review has been marked.',
    advisor: 'Sofía’s week 03 review has been marked.',
  }),
  'feedback-replied': toTheirs({
    advisor: 'Sofía replied to the feedback on the week 03 review.',
    reviewer: 'Sofía replied to the feedback on the week 03 review.',
  }),
  begun: {
    student: 'You move on to week 04. /',
    advisor: `Ada decided: Sofía moves on to week 04. ${review.advisor}`,
    reviewer: `Sofía’s week 03 review on ${when} will not take place: the week has already been decided. ${review.reviewer}`,
  },
  repeated: {
    student: 'You repeat week 03. /',
    advisor: `Ada decided: Sofía repeats week 03. ${review.advisor}`,
    reviewer: `Sofía’s week 03 review on ${when} will not take place: the week has already been decided. ${review.reviewer}`,
  },
  undone: toTheirs({
    student: `The move of your week 03 review was undone. The review is on ${when} with Priya.`,
    advisor: `The move of Sofía’s week 03 review was undone by Ada. The review is on ${when} with Priya.`,
    reviewer: `The move of Sofía’s week 03 review was undone. The review is on ${when}.`,
  }),
  'reminder-day': toTheirs({
    student: `Reminder: your week 03 review is on ${when} with Priya.`,
    reviewer: `Reminder: Sofía’s week 03 review is on ${when}.`,
  }),
  'reminder-hour': {
    student: `Your week 03 review starts soon, on ${when} with Priya. /call/:review`,
    reviewer: `Sofía’s week 03 review starts soon, on ${when}. /reviewer/call/:review`,
  },
  overdue: toTheirs({
    student:
      'Your week 03 review was due on Wed 4 Mar and has no slot. Your advisor will book one.',
    advisor: 'Sofía’s week 03 review was due on Wed 4 Mar and has no slot.',
  }),
  reminded: toTheirs({
    student: `Reminder from Ada: your week 03 review is on ${when} with Priya.`,
    advisor: `Reminder from Ada: Sofía’s week 03 review is on ${when} with Priya.`,
    reviewer: `Reminder from Ada: Sofía’s week 03 review is on ${when}.`,
  }),
  'due-moved': toTheirs({
    student: 'Your week 03 review is now due on Wed 4 Mar because of a school holiday: Carnival.',
  }),
  'slots-short': toEach(
    { reviewer: '/reviewer/availability', admin: '/admin/reviewer-list' },
    'Slots are running short in Web: 3 reviews need one, and 1 is free in the next 3 days.',
  ),
  'webhook-off': {
    admin:
      'The webhook to hooks.school.test was turned off: an event could not be delivered for 3 days. New events are not sent. Check the receiver, then turn the webhook on again. /admin/webhooks',
  },
  'calendar-unread': {
    reviewer:
      'Your calendar at calendar.test could not be read for a day. There is no calendar at this address. Until it can be read again, its last known busy times apply. /reviewer/availability',
  },
  'advisor-changed': {
    student: 'Priya is now your advisor. /',
    advisor: 'Ada assigned 3 of your students to Priya: Sofía, Lars and 1 more. /advisor',
  },
  // One's own lead to Home: they come without a review.
  'details-changed': {
    ...toTheirs({ student: newDetails, advisor: newDetails, reviewer: newDetails }),
    admin: `${newDetails} /admin`,
  },
  'domain-renamed': toEach(
    { student: '/', advisor: '/advisor' },
    'Ada renamed the domain Web to Web Development.',
  ),
  'task-changed': { student: 'Ada removed the task of week 03. /weekly-task' },
  'enrolment-changed': toTheirs({
    student: 'Ada paused your course until Mon 6 Apr: Parental leave.',
    advisor: 'Ada paused Sofía’s course until Mon 6 Apr: Parental leave.',
  }),
  absence: {
    reviewer: 'Ada added an absence for you, Tue 3 Mar to Thu 5 Mar: Ill. /reviewer/availability',
  },
  ready: toTheirs({
    advisor: 'Sofía is ready for the week 03 review.',
    reviewer: 'Sofía is ready for the week 03 review.',
  }),
  waiting: toEach(
    { student: '/call/:review', reviewer: '/reviewer/call/:review' },
    'Priya is waiting for you in the call.',
  ),
  'password-changed': toEach(
    account,
    'Your password was changed. If this was not you, contact your admin right away.',
  ),
  'new-browser': toEach(
    account,
    'Someone signed in to your account with a new browser: Firefox on Linux. If this was not you, change your password.',
  ),
  'token-created': toEach(
    account,
    'The API token Timetable was created for your account. If this was not you, revoke it and change your password.',
  ),
  'email-changed': toEach(
    account,
    'The email address of your account is now new@school.test. If this was not you, contact your admin right away.',
  ),
  'signed-out': toEach(
    account,
    'Ada signed you out of Firefox on Linux. If you do not know why, ask your admin.',
  ),
}

type Named = { _id: string; name: string }

/** What each kind is made of, with all that it can say. */
function factsFor(student: Named, reviewer: Named) {
  const on = (days: number) => new Date(monday + days * dayMs).toISOString()
  const place = (days: number) => ({ startsAt: on(days), reviewer })
  const slots = { from: place(2), to: place(1) }
  const all = { student, week: 3, by: 'Ada', who: null, reason: null, from: null, to: null }
  const left = { ...all, from: place(1) }
  const ahead = { student, week: 3, to: place(1), due: on(2) }
  return {
    booked: { ...all, to: place(1) },
    moved: { ...all, ...slots },
    granted: { ...all, ...slots },
    cancelled: { ...left, reason: 'Ill' },
    asked: { ...all, reason: 'An exam', proposed: [place(1), place(2)] },
    declined: { ...all, reason: 'No room' },
    withdrawn: all,
    'no-show': { ...left, who: 'student' as const },
    lost: left,
    marked: all,
    begun: left,
    repeated: left,
    undone: { ...all, to: place(1), undoes: 'moved' as const },
    'reminder-day': ahead,
    'reminder-hour': ahead,
    overdue: { ...ahead, to: null },
    reminded: { ...ahead, by: 'Ada' },
    'due-moved': { week: 3, due: on(2), holiday: 'Carnival' },
    'slots-short': { domain: 'Web', waiting: 3, free: 1 },
    'advisor-changed': {
      by: 'Ada',
      advisor: { _id: 'nobody', name: 'Priya' },
      count: 3,
      students: ['Sofía', 'Lars'],
    },
    'details-changed': { by: 'Ada', domain: 'Web', week: 4 },
    'domain-renamed': { by: 'Ada', from: 'Web', to: 'Web Development' },
    'task-changed': { by: 'Ada', week: 3, what: 'removed' as const },
    'enrolment-changed': {
      what: 'paused' as const,
      by: 'Ada',
      student,
      week: 3,
      due: null,
      until: '2026-04-06',
      reason: 'Parental leave',
    },
    absence: {
      by: 'Ada',
      from: '2026-03-03',
      to: '2026-03-05',
      reason: 'Ill',
      what: 'noted' as const,
    },
    ready: { student, week: 3 },
    'feedback-replied': { student, week: 3 },
    waiting: { name: 'Priya' },
    'password-changed': {},
    'new-browser': { browser: 'Firefox on Linux' },
    'token-created': { token: 'Timetable' },
    'webhook-off': {
      host: 'hooks.school.test',
      reason: 'failing' as const,
      webhook: 'gone',
      at: on(2),
    },
    'calendar-unread': { host: 'calendar.test', why: 'There is no calendar at this address' },
    'email-changed': { email: 'new@school.test' },
    'signed-out': { by: 'Ada', browser: 'Firefox on Linux' },
  } satisfies { [Kind in NotificationKind]: NotificationPayload<Kind> }
}

async function startNotified() {
  const app = await startApp()
  const student = await makePerson(app, 'student', { name: 'Sofía' })
  const advisor = await makePerson(app, 'advisor', { name: 'Ada' })
  const reviewer = await makePerson(app, 'reviewer', { name: 'Priya' })
  const people = { student, advisor, reviewer, admin: await makePerson(app, 'admin') }
  const slot = await makeSlot(app, reviewer, monday + dayMs)
  const reviewId = await makeReview(app, { student, advisor, slot, week: 3 })
  const named = ({ _id, name }: Named) => ({ _id, name })
  return { app, people, reviewId, facts: factsFor(named(student), named(reviewer)) }
}

/** Returns the mails after the first `count`, by recipient: the text, and the button's path. */
async function mailsSince({ context }: TestApp, count: number) {
  const rows = await context.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows.slice(count).map(({ person_id, kind, body }) => {
    const content = parseContent(body)
    const link = content?.button?.url.replace(defaultSettings.appUrl, '')
    return { person_id, kind, said: `${content?.lines[1]} ${link}` }
  })
}

test('each kind of notification and its email goes only to its recipients, with its text and link', async () => {
  const { app, people, reviewId, facts } = await startNotified()
  const to = roles.map((role) => ({ _id: people[role]._id, role }))
  const roleOf = (id: string | null) => to.find(({ _id }) => _id === id)?.role ?? 'nobody'
  const withoutId = <T>(said: T): T =>
    JSON.parse(JSON.stringify(said).replaceAll(reviewId, ':review'))
  let mailed = 0
  for (const kind of notificationKinds) {
    await inTransaction(app.context, (tx) =>
      notify(tx, { kind, dedupeKey: kind, reviewId, to, payload: () => facts[kind] }),
    )
    // Batched notifications are mailed five minutes later, here each on its own.
    app.time.now += 5 * minuteMs
    await mailNotifications(app.context)
    const mails = await mailsSince(app, mailed)
    mailed += mails.length
    const said = mails.map((mail) => [roleOf(mail.person_id), mail.kind, mail.said].join(': '))
    const isMailed = notificationDefinitions[kind].defaultChannels.mail
    const all = Object.entries(wanted[kind]).map(([role, one]) => `${role}: ${kind}: ${one}`)
    const lines = isMailed ? all : []
    expect(withoutId(said).toSorted(), `emails of ${kind}`).toEqual(lines.toSorted())
  }
  for (const role of roles) {
    const { body } = await app.call(listNotifications[role], { ...people[role], query: {} })
    const listed = body.map(({ kind, text, path }) => [kind, `${text} ${path}`])
    const own = notificationKinds.flatMap((kind) =>
      wanted[kind][role] === undefined ? [] : [[kind, wanted[kind][role]]],
    )
    expect(withoutId(listed), role).toEqual(own.toReversed())
  }
})
