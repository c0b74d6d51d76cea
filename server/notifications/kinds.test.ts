import { expect, test } from 'vitest'
import { type NotificationKind, notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { dayMs, minuteMs } from '#contract/kit/time/time.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import type { PayloadOf } from '#contract/notifications.ts'
import { type Role, roles } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { readContent } from '#server/kit/mail/message/content.ts'
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
  ...{ student: '/profile', advisor: '/advisor/profile' },
  ...{ reviewer: '/reviewer/profile', admin: '/admin/account' },
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

/** Of each kind: who reads it, its words, and where it leads. */
const wanted: Record<NotificationKind, TextByRole> = {
  booked: toTheirs({
    student: `Your review of week 03 is booked on ${when} with Priya.`,
    advisor: `Sofía’s review of week 03 is booked on ${when} with Priya.`,
    reviewer: `Sofía’s review of week 03 is booked on ${when}.`,
  }),
  moved: toTheirs({
    student: `Ada moved your review of week 03. It was on ${before} and is now on ${when} with Priya.`,
    advisor: `Ada moved Sofía’s review of week 03. It was on ${before} and is now on ${when} with Priya.`,
    reviewer: `Ada moved Sofía’s review of week 03. It was on ${before} and is now on ${when}.`,
  }),
  granted: toTheirs({
    student: `The time that you asked for is yours: your review of week 03 is now on ${when} with Priya.`,
  }),
  cancelled: toTheirs({
    student: `Ada cancelled your review of week 03 on ${when} with Priya: Ill. Your advisor books another time.`,
    advisor: `Ada cancelled Sofía’s review of week 03 on ${when} with Priya: Ill. It waits for another time.`,
    reviewer: `Ada cancelled Sofía’s review of week 03 on ${when}: Ill.`,
  }),
  asked: toTheirs({
    advisor: `Sofía asks for another time for the review of week 03: An exam. Proposed: ${when} with Priya; ${before} with Priya.`,
  }),
  declined: toTheirs({ student: 'Ada has no other time for your review of week 03: No room.' }),
  withdrawn: toTheirs({
    advisor: 'Sofía no longer asks for another time for the review of week 03.',
  }),
  'no-show': toTheirs({
    student: `Ada noted that you did not come to the review of week 03 on ${when}. Your advisor books another time.`,
    advisor: `Sofía did not come to the review of week 03 on ${when}, as Ada noted. It waits for another time.`,
    reviewer: `Sofía did not come to the review of week 03 on ${when}, as Ada noted.`,
  }),
  lost: toTheirs({
    student: `Your review of week 03 on ${when} with Priya lost its slot, taken away by Ada. Your advisor books another time.`,
    advisor: `Sofía’s review of week 03 on ${when} with Priya lost its slot, taken away by Ada. It waits for another time.`,
    reviewer: `Sofía’s review of week 03 on ${when} lost its slot, taken away by Ada.`,
  }),
  marked: toTheirs({
    student: 'Your review of week 03 has its marks.',
    advisor: 'Sofía’s review of week 03 has its marks.',
  }),
  begun: {
    student: 'You go on to week 04. /',
    advisor: `Ada decided: Sofía goes on to week 04. ${review.advisor}`,
    reviewer: `Sofía’s review of week 03 on ${when} will not be held: the week is decided. ${review.reviewer}`,
  },
  repeated: {
    student: 'You repeat week 03. /',
    advisor: `Ada decided: Sofía repeats week 03. ${review.advisor}`,
    reviewer: `Sofía’s review of week 03 on ${when} will not be held: the week is decided. ${review.reviewer}`,
  },
  undone: toTheirs({
    student: `The move of your review of week 03 was taken back: it is on ${when} with Priya.`,
    advisor: `The move of Sofía’s review of week 03 was taken back: it is on ${when} with Priya.`,
    reviewer: `The move of Sofía’s review of week 03 was taken back: it is on ${when}.`,
  }),
  'reminder-day': toTheirs({
    student: `Reminder: your review of week 03 is on ${when} with Priya.`,
    reviewer: `Reminder: Sofía’s review of week 03 is on ${when}.`,
  }),
  'reminder-hour': {
    student: `Your review of week 03 begins soon, on ${when} with Priya. /call/:review`,
    reviewer: `Sofía’s review of week 03 begins soon, on ${when}. /reviewer/call/:review`,
  },
  overdue: toTheirs({
    student: 'Your review of week 03 was due on Wed 4 Mar and has no slot. Your advisor books one.',
    advisor: 'Sofía’s review of week 03 was due on Wed 4 Mar and has no slot.',
  }),
  reminded: toTheirs({
    student: `Ada reminds you of your review of week 03 on ${when} with Priya.`,
    advisor: `Ada reminds you of Sofía’s review of week 03 on ${when} with Priya.`,
    reviewer: `Ada reminds you of Sofía’s review of week 03 on ${when}.`,
  }),
  'slots-short': toEach(
    { reviewer: '/reviewer/availability', admin: '/admin/reviewer-list' },
    'Slots run short in Web: 3 reviews wait for one, and 1 is free in the next 3 days.',
  ),
  'advisor-changed': {
    student: 'Priya is your advisor now. /',
    advisor: 'Ada gave Priya 3 of your students: Sofía, Lars and 1 more. /advisor',
  },
  absence: {
    reviewer: 'Ada noted that you are away, Tue 3 Mar to Thu 5 Mar: Ill. /reviewer/availability',
  },
  waiting: toEach(
    { student: '/call/:review', reviewer: '/reviewer/call/:review' },
    'Priya waits for you in the call.',
  ),
  'password-changed': toEach(
    account,
    'Your password was changed. If that was not you, talk to your admin at once.',
  ),
  'new-browser': toEach(
    account,
    'Somebody signed in to your account with a new browser: Firefox on Linux. If that was not you, change your password.',
  ),
  'email-changed': toEach(
    account,
    'The email of your account is new@school.test now. If that was not you, talk to your admin at once.',
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
    ...{ moved: { ...all, ...slots }, granted: { ...all, ...slots } },
    cancelled: { ...left, reason: 'Ill' },
    asked: { ...all, reason: 'An exam', proposed: [place(1), place(2)] },
    declined: { ...all, reason: 'No room' },
    withdrawn: all,
    'no-show': { ...left, who: 'student' as const },
    ...{ lost: left, marked: all, begun: left, repeated: left },
    undone: { ...all, to: place(1), undoes: 'moved' as const },
    ...{ 'reminder-day': ahead, 'reminder-hour': ahead },
    overdue: { ...ahead, to: null },
    reminded: { ...ahead, by: 'Ada' },
    'slots-short': { domain: 'Web', waiting: 3, free: 1 },
    'advisor-changed': {
      ...{ by: 'Ada', advisor: { _id: 'nobody', name: 'Priya' } },
      ...{ count: 3, students: ['Sofía', 'Lars'] },
    },
    absence: {
      ...{ by: 'Ada', from: '2026-03-03', to: '2026-03-05', reason: 'Ill' },
      what: 'noted' as const,
    },
    waiting: { name: 'Priya' },
    'password-changed': {},
    'new-browser': { browser: 'Firefox on Linux' },
    'email-changed': { email: 'new@school.test' },
  } satisfies { [Kind in NotificationKind]: PayloadOf<Kind> }
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

/** The mails that were written since so many, by their readers: the words, and where the button leads. */
async function mailsSince({ context }: TestApp, count: number) {
  const rows = await context.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows.slice(count).map(({ person_id, kind, body }) => {
    const content = readContent(body)
    const link = content?.button?.url.replace(defaultSettings.appUrl, '')
    return { person_id, kind, said: `${content?.lines[1]} ${link}` }
  })
}

test('each kind of notice goes to its readers alone, in its words and with its link, and so does its mail', async () => {
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
    // What is gathered is mailed five minutes later, here by itself.
    app.time.now += 5 * minuteMs
    await mailNotifications(app.context)
    const mails = await mailsSince(app, mailed)
    mailed += mails.length
    const said = mails.map((mail) => [roleOf(mail.person_id), mail.kind, mail.said].join(': '))
    const lines = Object.entries(wanted[kind]).map(([role, one]) => `${role}: ${kind}: ${one}`)
    expect(withoutId(said).toSorted(), `mails of ${kind}`).toEqual(lines.toSorted())
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
