import { expect, test } from 'vitest'
import {
  type CalendarSlot,
  getDayLoads,
  listCalendar,
  listReviewerLoads,
} from '#contract/calendar/calendar.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { startCalendar, week } from '#test/calendar/start-calendar-school.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const at = (instant: string) => Date.parse(instant)
const getIds = (slots: CalendarSlot[]) => slots.map(({ _id }) => _id)

test('a reviewer sees their own slots with the students who have them, and the no-shows', async () => {
  const { app, advisor, student, reviewer, useUp } = await startCalendar()
  const used = await makeSlot(app, reviewer, at('2026-03-02T15:00:00Z'))
  const booked = await makeSlot(app, reviewer, at('2026-03-03T21:05:00Z'))
  const free = await makeSlot(app, reviewer, at('2026-03-04T14:30:00Z'))
  await makeSlot(app, await makePerson(app, 'reviewer'), at('2026-03-04T14:30:00Z'))
  await makeSlot(app, reviewer, at('2026-03-09T04:00:00Z'))
  const review = await makeReview(app, { student, advisor, slot: booked, week: 4 })
  await useUp(used, review, 'student')

  const { status, body } = await app.call(listCalendar.reviewer, {
    token: reviewer.token,
    query: week,
  })
  expect(status).toBe(200)
  const whose = { reviewer: { _id: reviewer._id, name: 'Priya' }, inBusyTime: false }
  const itsReview = {
    _id: review,
    status: 'review-scheduled',
    week: 4,
    student: { _id: student._id, name: 'Sofía' },
  }
  expect(body).toEqual([
    {
      _id: used,
      date: '2026-03-02',
      slot_date: '2026-03-02',
      slot_time: '10:00 AM',
      startsAt: '2026-03-02T15:00:00.000Z',
      endsAt: '2026-03-02T15:30:00.000Z',
      ...whose,
      isBooked: true,
      review: itsReview,
      noShow: 'student',
      whyNot: null,
    },
    {
      _id: booked,
      date: '2026-03-03',
      slot_date: '2026-03-03',
      slot_time: '4:05 PM',
      startsAt: '2026-03-03T21:05:00.000Z',
      endsAt: '2026-03-03T21:35:00.000Z',
      ...whose,
      isBooked: true,
      review: itsReview,
      noShow: null,
      whyNot: null,
    },
    {
      _id: free,
      date: '2026-03-04',
      slot_date: '2026-03-04',
      slot_time: '9:30 AM',
      startsAt: '2026-03-04T14:30:00.000Z',
      endsAt: '2026-03-04T15:00:00.000Z',
      ...whose,
      isBooked: false,
      review: null,
      noShow: null,
      whyNot: null,
    },
  ])
})

test('an advisor sees the slots that their own students have or have used up, and no others', async () => {
  const { app, advisor, student, reviewer, useUp } = await startCalendar()
  const slots = [1, 2, 3, 4, 5].map((hours) => makeSlot(app, reviewer, monday + hours * hourMs))
  const [used = '', booked, theirs, theirUsed = ''] = await Promise.all(slots)
  const review = await makeReview(app, { student, advisor, slot: booked ?? '' })
  await useUp(used, review, 'reviewer')
  const other = await makeReview(app, { slot: theirs ?? '' })
  await useUp(theirUsed, other, 'student')
  const ask = (query: { from?: string; to?: string }) =>
    app.call(listCalendar.advisor, { token: advisor.token, query })
  const { body } = await ask(week)
  expect(getIds(body)).toEqual([used, booked])
  expect(body.map(({ noShow }) => noShow)).toEqual(['reviewer', null])
  expect((await ask({ from: '2026-03-03', to: '2026-03-08' })).body).toEqual([])
})

test('an admin sees the slots of all reviewers by time, or of one', async () => {
  const { app, admin, reviewer } = await startCalendar()
  const second = await makeSlot(app, reviewer, monday + 2 * hourMs)
  const first = await makeSlot(app, await makePerson(app, 'reviewer'), monday + hourMs)
  const ask = (query: { reviewer?: string }) =>
    app.call(listCalendar.admin, { token: admin.token, query: { ...week, ...query } })
  expect(getIds((await ask({})).body)).toEqual([first, second])
  expect(getIds((await ask({ reviewer: reviewer._id })).body)).toEqual([second])
  const pages = await app.readPages<CalendarSlot>('/admin/calendar?limit=1', admin.token)
  expect(pages.map(getIds)).toEqual([[first], [second]])
})

test('an admin sees only the no-shows, of all reviewers or of one', async () => {
  const { app, admin, reviewer, useUp } = await startCalendar()
  const used = await makeSlot(app, reviewer, monday + hourMs)
  await useUp(used, await makeReview(app), 'student')
  await makeReview(app, { slot: await makeSlot(app, reviewer, monday + 2 * hourMs) })
  const other = await makePerson(app, 'reviewer')
  const theirs = await makeSlot(app, other, monday + 3 * hourMs)
  await useUp(theirs, await makeReview(app), 'reviewer')
  const ask = async (query: { reviewer?: string }) => {
    const asked = { ...week, noShows: 'true', ...query }
    return getIds((await app.call(listCalendar.admin, { token: admin.token, query: asked })).body)
  }
  expect(await ask({})).toEqual([used, theirs])
  expect(await ask({ reviewer: reviewer._id })).toEqual([used])
})

test('a calendar covers 1 to 62 days at a time', async () => {
  const { app, admin } = await startCalendar()
  for (const endpoint of [listCalendar.admin, getDayLoads.admin, listReviewerLoads.admin]) {
    const ask = (from: string, to: string) =>
      app.call(endpoint, { token: admin.token, query: { from, to } })
    expect((await ask('2026-03-02', '2026-05-02')).status).toBe(200)
    for (const [from, to] of [
      ['2026-03-02', '2026-05-03'],
      ['2026-03-02', '2026-03-01'],
    ] as const) {
      const { status, body } = await ask(from, to)
      expect({ status, body }).toEqual({ status: 400, body: { message: 'Choose 1 to 62 days' } })
    }
    expect((await ask('tomorrow', '2026-03-02')).status).toBe(400)
  }
})

test('after the last bookable day a free slot says nothing of a booking beside it, and counts as free', async () => {
  const { app, db, admin, student, advisor, reviewer } = await startCalendar()
  const rules = { buffer: 15, most_a_day: 1, notice: 0, saved_at: monday }
  await db
    .insertInto('availabilities')
    .values({ reviewer_id: reviewer._id, ...rules })
    .execute()
  // Booked when the school allowed more days.
  const booked = await makeSlot(app, reviewer, monday + 73 * hourMs)
  await makeReview(app, { student, advisor, slot: booked })
  await makeSlot(app, reviewer, monday + 73.5 * hourMs)
  const { token } = admin
  const listed = await app.call(listCalendar.admin, {
    token,
    query: { ...week, reviewer: undefined },
  })
  expect(listed.body.map(({ whyNot }) => whyNot)).toEqual([null, null])
  const { body } = await app.call(getDayLoads.admin, { token, query: week })
  expect(body.days.map(({ free }) => free)).toEqual([0, 0, 0, 1, 0, 0, 0])
})

test('a free slot that cannot be booked says why, and does not count as free', async () => {
  const { app, db, admin, advisor, student, reviewer } = await startCalendar()
  const rules = { reviewer_id: reviewer._id, saved_at: monday }
  const setRules = { buffer: 15, most_a_day: 2, notice: 120 }
  await db
    .insertInto('availabilities')
    .values({ ...rules, ...setRules })
    .execute()
  const at = (hours: number) => makeSlot(app, reviewer, monday + hours * hourMs)
  const book = async (slot: string) => makeReview(app, { student, advisor, slot })
  await at(-1)
  await at(1)
  await book(await at(24))
  await at(24.5)
  await at(26)
  await book(await at(48))
  await book(await at(50))
  await at(52)
  // Beyond the three days nothing is booked, so nothing is too close.
  await at(73)
  await at(73.5)
  const query = { ...week, reviewer: undefined }
  const ofAdmin = (await app.call(listCalendar.admin, { token: admin.token, query })).body
  expect(ofAdmin.map(({ whyNot }) => whyNot)).toEqual([
    ...[null, 'begins too soon', null, 'too close to a review', null],
    ...[null, null, 'the day is full', null, null],
  ])
  const own = await app.call(listCalendar.reviewer, { token: reviewer.token, query: week })
  expect(own.body).toEqual(ofAdmin)
  const freeBy = async () => {
    const { body } = await app.call(getDayLoads.admin, { token: admin.token, query: week })
    return body.days.slice(0, 4).map(({ free }) => free)
  }
  expect(await freeBy()).toEqual([0, 1, 0, 2])
  const loads = await app.call(listReviewerLoads.admin, { token: admin.token, query: week })
  expect(loads.body[0]?.days.map(({ free }) => free)).toEqual([0, 1, 0, 2])
  await db
    .updateTable('people')
    .set({ blocked_at: monday })
    .where('id', '=', reviewer._id)
    .execute()
  const blocked = await app.call(listCalendar.admin, { token: admin.token, query })
  // Slots that have begun or are booked need no reason.
  const isBlocked = 'reviewer is blocked'
  expect(blocked.body.map(({ whyNot }) => whyNot)).toEqual([
    ...[null, isBlocked, null, isBlocked, isBlocked],
    ...[null, null, isBlocked, isBlocked, isBlocked],
  ])
  expect(await freeBy()).toEqual([0, 0, 0, 0])
})

test('each calendar is only for its own role', async () => {
  const { app, student, advisor, reviewer, admin } = await startCalendar()
  const people = { student, advisor, reviewer, admin }
  for (const [role, endpoint] of Object.entries(listCalendar)) {
    for (const [other, { token }] of Object.entries(people)) {
      const { status } = await app.call(endpoint, { token, query: week })
      expect({ role, other, status }).toEqual({ role, other, status: role === other ? 200 : 401 })
    }
  }
})
