import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { saveNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { inTransaction } from '#server/kit/context.ts'
import { parseContent } from '#server/kit/mail/message/content.ts'
import { makeGetUnsubscribeUrl } from '#server/kit/mail/unsubscribe.ts'
import { notify } from '#server/notifications/actions.ts'
import { monday, type TestApp } from '#test/app.ts'
import { readMailsTo, readOutbox } from '#test/mail/mails.ts'
import {
  holdAndMark,
  letStudentGoOn,
  readNewMails,
  startBookedSchoolWithMailsSent,
} from '#test/mail/notification-mails.ts'
import { startBookedSchool } from '#test/schools/booked.ts'
import { mailNotifications } from './mail-notifications.ts'

const choose = (app: TestApp, { token }: { token: string }, value: object) =>
  app.send('PUT', saveNotificationSettings.student.path, { token, body: { value } })

test('a booked review is emailed at once in its own email: what, when, with whom, and one button', async () => {
  const of = await startBookedSchool()
  const { app, student, reviewer, id } = of
  expect(await readNewMails(of)).toEqual([
    `booked to ${student.name}: Booked: week 01, Mon 2 Mar, 1:00 PM`,
    `booked to ${reviewer.name}: Booked: ${student.name}’s week 01, Mon 2 Mar, 1:00 PM`,
  ])
  const [mail] = await readMailsTo(app, student.email)
  expect(mail).toMatchObject({ person_id: student._id, good_until: monday + hourMs })
  expect(mail?.body).toBe(
    [
      'Booked: week 01, Mon 2 Mar, 1:00 PM',
      `Hello ${student.name},`,
      `Your week 01 review is booked for Mon 2 Mar, 1:00 PM with ${reviewer.name}.`,
      `When: Mon 2 Mar, 1:00 PM (America/New York)\nReviewer: ${reviewer.name}`,
      'Open the review:',
      `http://weekward.test/review-details/${id}`,
      'Choose which emails you get at http://weekward.test/notice-settings',
      'Weekward: http://weekward.test\n',
    ].join('\n\n'),
  )
})

test('an email gives times in the recipient’s time zone, with the school’s beside it', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await choose(of.app, of.student, { timeZone: 'Europe/Berlin' })
  await of.move()
  await mailNotifications(of.app.context)
  const [mail] = await readMailsTo(of.app, of.student.email)
  expect(mail?.body).toContain(
    'It was on Mon 2 Mar, 7:00 PM (1:00 PM at the school) and is now on Mon 2 Mar, 8:00 PM (2:00 PM at the school) with',
  )
  expect(mail?.body).toContain(
    'When: Mon 2 Mar, 8:00 PM (Europe/Berlin)\nAt the school: Mon 2 Mar, 2:00 PM (America/New York)\n',
  )
})

test('batched notifications become one email within five minutes', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await holdAndMark(of)
  expect(await readNewMails(of)).toEqual([])
  of.app.time.now += 3 * minuteMs
  await letStudentGoOn(of)
  expect(await readNewMails(of)).toEqual([])
  of.app.time.now += 2 * minuteMs
  expect(await readNewMails(of)).toEqual([
    `several-notices to ${of.student.name}: Your week 01 review has been marked, and 1 more notification`,
    `marked to ${of.advisor.name}: ${of.student.name}’s week 01 review has been marked`,
  ])
  const [mail] = await readMailsTo(of.app, of.student.email)
  expect(mail?.body).toContain(
    [
      'Your week 01 review has been marked.',
      `http://weekward.test/review-details/${of.id}\n`,
      'You move on to week 02.',
      'http://weekward.test/\n\n',
    ].join('\n'),
  )
  expect(mail?.body).toContain('\n\nhttp://weekward.test/notices\n\n')
  of.app.time.now += dayMs
  expect(await readNewMails(of)).toHaveLength(2)
})

test('no email is sent twice by several processes, and none without its change', async () => {
  const of = await startBookedSchool()
  expect((await of.book({}, of.advisor)).status).toBe(409)
  await Promise.all([1, 2, 3].map(() => mailNotifications(of.app.context)))
  expect(await readNewMails(of)).toHaveLength(2)
})

test('an email that cannot be written stays due and does not affect the others', async () => {
  const of = await startBookedSchool()
  const { db } = of.app.context
  await db
    .updateTable('notifications')
    .set({ payload: '{}' })
    .where('person_id', '=', of.student._id)
    .execute()
  await expect(mailNotifications(of.app.context)).rejects.toThrow(
    'not all notifications were emailed',
  )
  expect((await readOutbox(of.app)).map(({ recipient }) => recipient)).toEqual([of.reviewer.email])
  const due = await db
    .selectFrom('notifications')
    .select('person_id')
    .where('mail_due_at', 'is not', null)
    .execute()
  expect(due).toEqual([{ person_id: of.student._id }])
})

test('someone who switches off a kind’s emails gets none, even if one is due', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const off = { page: true, mail: false, push: true }
  await choose(of.app, of.student, { kinds: { moved: off } })
  await of.move()
  await choose(of.app, of.other, { kinds: { moved: off } })
  await of.app.send('PUT', '/reviewer/notice-settings', {
    token: of.other.token,
    body: { value: { kinds: { moved: off } } },
  })
  expect(await readNewMails(of)).toEqual([
    `moved to ${of.reviewer.name}: No longer yours: ${of.student.name}’s week 01, Mon 2 Mar, 1:00 PM`,
  ])
})

test('quiet hours hold back batched emails, and a booking is emailed anyway', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const { app, advisor } = of
  const token = advisor.token
  const value = { quietHours: { from: '12:00', to: '18:00' } }
  await app.send('PUT', '/advisor/notice-settings', { token, body: { value } })
  await of.cancel('reviewer')
  const toAdvisor = async () => (await readNewMails(of)).filter((one) => one.includes(advisor.name))
  const cancelled = `cancelled to ${advisor.name}: Cancelled: ${of.student.name}’s week 01, Mon 2 Mar, 1:00 PM`
  expect(await toAdvisor()).toEqual([cancelled])
  await of.book()
  await of.ask()
  app.time.now = monday + 6 * hourMs - 1
  expect(await toAdvisor()).toEqual([cancelled])
  app.time.now += 1
  expect(await toAdvisor()).toEqual([
    cancelled,
    `asked to ${advisor.name}: ${of.student.name} asked to reschedule the week 01 review`,
  ])
})

test('a blocked person gets no email, then or later', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const { app, student, admin } = of
  await of.move()
  const block = (action: 'block' | 'unblock') =>
    app.call(blockUnblock.student, { token: admin.token, body: { id: student._id, action } })
  await block('block')
  expect((await readNewMails(of)).join()).not.toContain(`to ${student.name}`)
  await block('unblock')
  expect((await readNewMails(of)).join()).not.toContain(`to ${student.name}`)
})

test('outdated notifications are not emailed', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await of.move()
  of.app.time.now = monday + 2 * hourMs
  expect(await readNewMails(of)).toEqual([])
})

test('a no-show email says when the review was, in the recipient’s time zone too', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await choose(of.app, of.student, { timeZone: 'Europe/Berlin' })
  of.app.time.now = monday + hourMs + 10 * minuteMs
  await of.noShow('reviewer', 'student')
  await mailNotifications(of.app.context)
  const [mail] = await readMailsTo(of.app, of.student.email)
  expect(mail?.body).toContain(
    'Was on: Mon 2 Mar, 7:00 PM (Europe/Berlin)\nAt the school: Mon 2 Mar, 1:00 PM (America/New York)\n',
  )
})

test('an email that someone is waiting is useful for half an hour, and dropped if unsent by then', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const { app, student, id } = of
  const waits = (dedupeKey: string) =>
    inTransaction(app.context, (tx) =>
      notify(tx, {
        kind: 'waiting',
        dedupeKey,
        reviewId: id,
        to: [{ _id: student._id, role: 'student' }],
        payload: () => ({ name: 'Priya' }),
      }),
    )
  await waits('now')
  await mailNotifications(app.context)
  const [mail] = await readOutbox(app)
  expect(mail).toMatchObject({ kind: 'waiting', good_until: monday + 30 * minuteMs })
  expect(parseContent(mail?.body ?? '')?.button).toEqual({
    text: 'Join the call',
    url: `http://weekward.test/call/${id}`,
  })
  await waits('before the server was away')
  app.time.now += 30 * minuteMs
  expect(await readNewMails(of)).toHaveLength(1)
})

test('one click in an email switches off its kind, or the kinds that a batched email contains', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const { app, student } = of
  const click = async (kind: 'booked' | 'several-notices' | 'password-changed') => {
    const url = (await makeGetUnsubscribeUrl(app.context))({ kind, person_id: student._id })
    const path = new URL(url).pathname
    return (await app.app.inject({ method: 'POST', url: path })).body
  }
  const chosen = async () => {
    const rows = await app.context.db.selectFrom('notification_settings').selectAll().execute()
    return JSON.parse(rows[0]?.channels ?? '{}')
  }
  expect(await click('password-changed')).toContain('These emails cannot be turned off')
  expect(await chosen()).toEqual({})
  expect(await click('booked')).toContain('You are unsubscribed')
  expect(await click('booked')).toContain('You are unsubscribed')
  expect(await chosen()).toEqual({ booked: { page: true, mail: false, push: true } })
  const url = (await makeGetUnsubscribeUrl(app.context))({
    kind: 'several-notices',
    person_id: student._id,
    body: JSON.stringify({ title: 'Two', lines: [], kinds: ['marked', 'begun'] }),
  })
  const page = await app.app.inject(new URL(url).pathname)
  const settings = 'href="http://weekward.test/notice-settings"'
  for (const said of ['A review is marked', 'A new week begins', settings]) {
    expect(page.body).toContain(said)
  }
  expect(page.body).not.toContain('A week is repeated')
  const stopped = await app.app.inject({ method: 'POST', url: new URL(url).pathname })
  expect(stopped.body).toContain('A review is marked')
  expect(stopped.body).toContain(settings)
  expect(Object.keys(await chosen()).toSorted()).toEqual(['begun', 'booked', 'marked'])
  // A mail of an older version does not say what it holds.
  await click('several-notices')
  expect(Object.keys(await chosen())).toEqual(
    expect.arrayContaining(['booked', 'marked', 'begun', 'repeated']),
  )
  const { db } = app.context
  const lines = await db.selectFrom('audit_log').select(['person_id', 'call']).execute()
  expect(lines).toContainEqual({ person_id: student._id, call: 'POST /unsubscribe/:secret' })
})
