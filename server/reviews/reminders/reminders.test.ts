import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday } from '#test/app.ts'
import { makeReview, makeSlot, makeUnreadableSettings } from '#test/factories.ts'
import { type BookedSchool, recordNotices, startBookedSchool } from '#test/schools/booked.ts'
import { sendDueReminders } from './send-due-reminders.ts'

const startsAt = monday + 2 * dayMs

/** A review booked two days ahead. */
async function startAhead() {
  const of = await startBookedSchool()
  await of.cancel('advisor')
  const slot = await makeSlot(of.app, of.reviewer, startsAt)
  await of.book({ slot })
  return { ...of, slot }
}

/** The scheduled reminders, by due date. */
async function awaited({ app, id }: BookedSchool): Promise<[string, number][]> {
  const rows = await app.context.db
    .selectFrom('reminders')
    .selectAll()
    .where('review_id', '=', id)
    .orderBy('due_at')
    .execute()
  return rows.map(({ kind, due_at }) => [kind, due_at])
}

/** The reminders that this person has received, oldest first. */
async function reminded(
  { app }: BookedSchool,
  role: 'student' | 'reviewer',
  { _id }: { _id: string },
) {
  const token = await openSession(app.context, _id)
  const { body } = await app.call(listNotifications[role], { token, query: {} })
  return body.filter(({ kind }) => kind.startsWith('reminder-')).reverse()
}

const at = (hours: number) => startsAt - hours * hourMs

test('student and reviewer are reminded a day and an hour before the review, once each', async () => {
  const of = await startAhead()
  const { app, student, reviewer, advisor, id } = of
  for (const [now, count] of [
    [at(24) - 1, 0],
    [at(24), 1],
    [at(24) + minuteMs, 1],
    [at(1) - 1, 1],
    [at(1), 2],
    [startsAt + dayMs, 2],
  ] as const) {
    app.time.now = now
    const events = recordNotices(app)
    await sendDueReminders(app.context)
    expect(await reminded(of, 'student', student)).toHaveLength(count)
    if (now === at(24)) {
      expect(events).toEqual([`notices of ${student._id}`, `notices of ${reviewer._id}`])
    }
  }
  expect(await reminded(of, 'student', student)).toMatchObject([
    {
      kind: 'reminder-day',
      text: `Reminder: your week 01 review is on Wed 4 Mar, 12:00 PM with ${reviewer.name}.`,
      path: `/review-details/${id}`,
    },
    {
      kind: 'reminder-hour',
      text: `Your week 01 review starts soon, on Wed 4 Mar, 12:00 PM with ${reviewer.name}.`,
      path: `/call/${id}`,
    },
  ])
  expect(await reminded(of, 'reviewer', reviewer)).toMatchObject([
    {
      kind: 'reminder-day',
      text: `Reminder: ${student.name}’s week 01 review is on Wed 4 Mar, 12:00 PM.`,
      path: `/reviewer/review-details/${id}`,
    },
    {
      kind: 'reminder-hour',
      text: `${student.name}’s week 01 review starts soon, on Wed 4 Mar, 12:00 PM.`,
    },
  ])
  const token = await openSession(app.context, advisor._id)
  expect((await app.call(listNotifications.advisor, { token, query: {} })).body).toEqual([])
})

test('a review booked less than a day or an hour ahead has no such reminder', async () => {
  const of = await startBookedSchool()
  // It begins in exactly an hour.
  expect(await awaited(of)).toEqual([])
  await of.move()
  expect(await awaited(of)).toEqual([['reminder-hour', monday + hourMs]])
})

test('moving a review replaces its reminders', async () => {
  const of = await startAhead()
  const { app, reviewer, other, student } = of
  const slot = await makeSlot(app, other, startsAt - 3 * hourMs)
  await of.move({ slot })
  expect(await awaited(of)).toEqual([
    ['reminder-day', at(27)],
    ['reminder-hour', at(4)],
  ])
  app.time.now = at(3.5)
  await sendDueReminders(app.context)
  expect(await reminded(of, 'reviewer', reviewer)).toEqual([])
  expect(await reminded(of, 'reviewer', other)).toHaveLength(1)
  expect(await reminded(of, 'student', student)).toMatchObject([{ read: false }])
  // Moved again after the reminder: everybody is reminded of the new time too.
  const by = { token: await openSession(app.context, of.advisor._id) }
  await of.move({ reviewer: reviewer._id, slot: of.slot }, by)
  expect(await reminded(of, 'student', student)).toMatchObject([{ read: true }])
  app.time.now = at(1)
  await sendDueReminders(app.context)
  expect(await reminded(of, 'reviewer', reviewer)).toHaveLength(1)
  expect((await reminded(of, 'student', student)).map(({ text }) => text.slice(-35))).toEqual([
    expect.stringContaining('9:00 AM'),
    expect.stringContaining('12:00 PM'),
  ])
})

const endings: Record<string, (of: Awaited<ReturnType<typeof startAhead>>) => Promise<unknown>> = {
  cancelled: ({ cancel }) => cancel('reviewer'),
  lost: ({ app, reviewer: { token } }) =>
    app.call(addAbsence, {
      token,
      body: { value: { from: '2026-03-04', to: '2026-03-04', reason: 'Ill', confirm: true } },
    }),
  decided: ({ app, advisor: { token }, id }) =>
    app.call(createReview.advisor, { token, body: { id, value: { status: 'next-week' } } }),
  marked: ({ app, reviewer: { token }, id }) =>
    app.call(updateMark, {
      token,
      body: { id, value: { mark: { code: 1, theory: 1, weekStatus: 'Task Completed' } } },
    }),
  'without its student': async ({ app, reviewer, id }) => {
    app.time.now = startsAt + 10 * minuteMs
    const token = await openSession(app.context, reviewer._id)
    const body = { value: { reviewId: id, who: 'student' as const } }
    expect((await app.call(reportNoShow.reviewer, { token, body })).status).toBe(200)
  },
}

test.each(Object.entries(endings))(
  'no reminder remains for a review that is %s',
  async (_, end) => {
    const of = await startAhead()
    expect(await awaited(of)).toHaveLength(2)
    await end(of)
    expect(await awaited(of)).toEqual([])
  },
)

test('a restored booking has its reminders again', async () => {
  const of = await startAhead()
  const { app, advisor, id } = of
  const whole = await awaited(of)
  await of.cancel('advisor')
  app.time.now += minuteMs
  await of.undo('advisor')
  expect(await awaited(of)).toEqual(whole)
  const { token } = advisor
  await app.call(createReview.advisor, { token, body: { id, value: { status: 'next-week' } } })
  app.time.now += minuteMs
  await app.call(undoDecision.advisor, { token, body: { value: { reviewId: id } } })
  expect(await awaited(of)).toEqual(whole)
  await of.ask()
  await of.withdraw()
  expect(await awaited(of)).toEqual(whole)
})

test('a refused change leaves the reminders as they are', async () => {
  const of = await startAhead()
  const whole = await awaited(of)
  const taken = await makeSlot(of.app, of.other, startsAt)
  await makeReview(of.app, { slot: taken })
  expect((await of.move({ slot: taken })).status).toBe(409)
  expect(await awaited(of)).toEqual(whole)
})

test.each([
  ['after the day’s, in time', at(20), ['reminder-day']],
  ['two hours before', at(2), ['reminder-day']],
  ['less than an hour before the hour’s', at(2) + 1, []],
  ['after the hour’s', at(0.5), ['reminder-hour']],
  ['as it begins', startsAt, []],
  ['the day after', startsAt + dayMs, []],
])(
  'after an outage a server sends only the reminders that still help: back %s',
  async (_, now, kinds) => {
    const of = await startAhead()
    of.app.time.now = now
    await sendDueReminders(of.app.context)
    expect((await reminded(of, 'student', of.student)).map(({ kind }) => kind)).toEqual(kinds)
    // Reminders whose time has passed are not kept for later.
    expect((await awaited(of)).filter(([, due]) => due <= now)).toEqual([])
  },
)

test('across a clock change reminders come exactly 24 hours and one hour before', async () => {
  const of = await startBookedSchool()
  const { app, reviewer, student } = of
  await of.cancel('advisor')
  // In New York the clocks go forward in the night to Sunday 8 March.
  app.time.now = Date.parse('2026-03-06T17:00:00Z')
  const slot = await makeSlot(app, reviewer, Date.parse('2026-03-08T16:00:00Z'))
  const by = { token: await openSession(app.context, of.advisor._id) }
  expect((await of.book({ slot }, by)).status).toBe(200)
  app.time.now = Date.parse('2026-03-07T15:59:59Z')
  await sendDueReminders(app.context)
  expect(await reminded(of, 'student', student)).toEqual([])
  app.time.now += 1_000
  await sendDueReminders(app.context)
  const [day] = await reminded(of, 'student', student)
  expect(day?.text).toContain('Sun 8 Mar, 12:00 PM')
})

test('however many processes send reminders, each goes out once, and none is missing', async () => {
  const of = await startAhead()
  const { app, reviewer } = of
  const { db } = app.context
  for (let index = 1; index <= 60; index++) {
    const slot = await makeSlot(app, reviewer, startsAt + index * hourMs)
    const review = await makeReview(app, { slot })
    const row = { review_id: review, kind: 'reminder-day' as const, due_at: at(24) }
    await db
      .insertInto('reminders')
      .values({ ...row, starts_at: startsAt + index * hourMs })
      .execute()
  }
  app.time.now = at(24)
  await Promise.all([
    sendDueReminders(app.context),
    sendDueReminders(app.context),
    sendDueReminders(app.context),
  ])
  const events = await db
    .selectFrom('notifications')
    .select('dedupe_key')
    .where('kind', '=', 'reminder-day')
    .execute()
  expect(events).toHaveLength(2 * 61)
})

test('a blocked person is not reminded', async () => {
  const of = await startAhead()
  const { db } = of.app.context
  const blocked = db.updateTable('people').set({ blocked_at: monday })
  await blocked.where('id', '=', of.student._id).execute()
  of.app.time.now = at(24)
  await sendDueReminders(of.app.context)
  const events = db
    .selectFrom('notifications')
    .select('person_id')
    .where('kind', '=', 'reminder-day')
  expect(await events.execute()).toEqual([{ person_id: of.reviewer._id }])
})

test('a reminder that cannot be sent does not keep others from being sent, and is tried again', async () => {
  const of = await startAhead()
  const { app, student, reviewer, other } = of
  const { db } = app.context
  const slot = await makeSlot(app, other, startsAt)
  const review_id = await makeReview(app, { slot })
  await db
    .insertInto('reminders')
    .values({ review_id, kind: 'reminder-day', due_at: at(24) + 1, starts_at: startsAt })
    .execute()
  await makeUnreadableSettings(app, student)
  app.time.now = at(24) + 1
  await expect(sendDueReminders(app.context)).rejects.toThrow('not all reminders were sent')
  expect(await reminded(of, 'reviewer', other)).toHaveLength(1)
  expect(await reminded(of, 'reviewer', reviewer)).toEqual([])
  await db.deleteFrom('notification_settings').execute()
  app.time.now += minuteMs
  await sendDueReminders(app.context)
  expect(await reminded(of, 'reviewer', other)).toHaveLength(1)
  expect(await reminded(of, 'student', student)).toHaveLength(1)
  expect(await reminded(of, 'reviewer', reviewer)).toHaveLength(1)
})
