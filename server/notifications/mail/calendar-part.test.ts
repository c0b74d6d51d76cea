import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { monday } from '#test/app.ts'
import { parseCalendar } from '#test/calendar/parse-calendar.ts'
import {
  makeMailerOptions,
  parseReceivedMail,
  readMailsTo,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import { readNewMails, startBookedSchoolWithMailsSent } from '#test/mail/notification-mails.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'
import { getCalendarPart } from './calendar-part.ts'
import { mailNotifications } from './mail-notifications.ts'

const people = ['student', 'advisor', 'reviewer', 'other'] as const

/** What each was brought for their calendar, the oldest first: method, growth and beginning. */
async function brought(of: BookedSchool) {
  const rows = await of.app.context.db
    .selectFrom('notifications')
    .selectAll()
    .orderBy('notifications.id')
    .execute()
  const heard: Partial<Record<(typeof people)[number], string[]>> = {}
  for (const { kind, payload, review_id: reviewId, person_id } of rows) {
    const who = people.find((one) => of[one]._id === person_id)
    if (!who) continue
    const notification = { kind, payload: JSON.parse(payload), reviewId }
    const { _id: id, name, email } = of[who]
    const reader = { id, name, email, role: who === 'other' ? 'reviewer' : who } as const
    const part = await getCalendarPart(of.app.context, notification, reader)
    if (!part) continue
    const { method, entries } = parseCalendar(part.ics)
    const [entry] = entries
    expect([method, entries.length, entry?.id]).toEqual([part.method, 1, `${of.id}@weekward`])
    expect(part.ics.replaceAll('\r\n ', '')).toContain(`:MAILTO:${reader.email}\r\n`)
    const line = `${method} ${entry?.sequence} ${entry?.startsAt.slice(11, 16)}`
    heard[who] = [...(heard[who] ?? []), line]
  }
  return heard
}

test('a calendar entry follows its review: booked, moved to another reviewer, and cancelled', async () => {
  const of = await startBookedSchool()
  await of.move()
  await of.cancel('advisor')
  expect(await brought(of)).toEqual({
    student: ['REQUEST 1 18:00', 'REQUEST 2 19:00', 'CANCEL 3 19:00'],
    reviewer: ['REQUEST 1 18:00', 'CANCEL 2 18:00'],
    other: ['REQUEST 2 19:00', 'CANCEL 3 19:00'],
  })
})

test('an undo restores the entry, and emails without a change of slot leave it', async () => {
  const of = await startBookedSchool()
  await of.ask()
  await of.withdraw()
  await of.move()
  await of.undo('advisor')
  expect(await brought(of)).toEqual({
    student: ['REQUEST 1 18:00', 'REQUEST 4 19:00', 'REQUEST 5 18:00'],
    reviewer: ['REQUEST 1 18:00', 'CANCEL 4 18:00', 'REQUEST 5 18:00'],
    other: ['REQUEST 4 19:00', 'CANCEL 5 19:00'],
  })
})

test('a reviewer’s own changes get calendar entries too, an advisor’s do not', async () => {
  const of = await startBookedSchool()
  await of.cancel('reviewer')
  await of.undo('reviewer')
  const back = ['REQUEST 1 18:00', 'CANCEL 2 18:00', 'REQUEST 3 18:00']
  expect(await brought(of)).toEqual({ student: back, reviewer: back })
})

test('an email about one’s own change says so, and there is no notification in the app', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await of.cancel('reviewer')
  expect(await readNewMails(of)).toContainEqual(
    expect.stringMatching(`^cancelled to ${of.reviewer.name}`),
  )
  const mails = await readMailsTo(of.app, of.reviewer.email)
  expect(mails[0]?.body).toContain('You cancelled')
  const token = of.reviewer.token
  const { body } = await of.app.call(listNotifications.reviewer, { token, query: {} })
  expect(body.map(({ kind }) => kind)).toEqual(['booked'])
})

test.each<[string, (of: BookedSchool) => Promise<unknown>]>([
  [
    'nobody came',
    ({ app, noShow }) => {
      app.time.now = monday + hourMs + 10 * minuteMs
      return noShow('advisor', 'reviewer')
    },
  ],
  [
    'its slot is lost',
    ({ app, reviewer }) =>
      app.call(addAbsence, {
        token: reviewer.token,
        body: { value: { from: '2026-03-02', to: '2026-03-02', reason: 'Ill', confirm: true } },
      }),
  ],
  [
    'the week is decided before it',
    ({ app, advisor, id }) =>
      app.call(createReview.advisor, {
        token: advisor.token,
        body: { id, value: { status: 'next-week' } },
      }),
  ],
])('an entry goes when %s', async (_, change) => {
  const of = await startBookedSchool()
  await change(of)
  const gone = ['REQUEST 1 18:00', 'CANCEL 2 18:00']
  expect(await brought(of)).toMatchObject({ student: gone, reviewer: gone })
})

test('an email about a booking has a calendar entry', async () => {
  const of = await startBookedSchool()
  const server = await startMailServerForTest()
  const mailer = createMailer(of.app.context, makeMailerOptions(server.url))
  await mailNotifications(of.app.context)
  await mailer.deliver()
  await of.move()
  await mailNotifications(of.app.context)
  await mailer.deliver()
  const mails = await Promise.all(server.mails.map(parseReceivedMail))
  const toStudent = mails.filter(({ to }) => to?.[0]?.address === of.student.email)
  const parts = toStudent.map(({ attachments }) => {
    const [file] = attachments.filter(({ disposition }) => disposition === 'attachment')
    const { method, entries } = parseCalendar(String(file?.content).replaceAll(/\r?\n/g, '\r\n'))
    return [method, ...entries.map(({ id, sequence }) => `${id} ${sequence}`)]
  })
  expect(parts.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ['REQUEST', `${of.id}@weekward 1`],
    ['REQUEST', `${of.id}@weekward 2`],
  ])
  for (const { text } of server.mails)
    expect(text).toContain('text/calendar; charset=utf-8; method=')
})
