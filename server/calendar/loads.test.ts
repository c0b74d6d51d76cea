import { expect, test } from 'vitest'
import { getDayLoads, listReviewerLoads } from '#contract/calendar/calendar.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { startCalendar, week } from '#test/calendar/start-calendar-school.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const at = (instant: string) => Date.parse(instant)

test('the load of one reviewer can be read separately, even if they are blocked', async () => {
  const { app, admin, reviewer } = await startCalendar()
  const blocked = await makePerson(app, 'reviewer', { blocked: true })
  await makeSlot(app, blocked, monday + hourMs)
  await makeSlot(app, reviewer, monday + hourMs)
  const query = { ...week, reviewer: blocked._id }
  const { body } = await app.call(listReviewerLoads.admin, { token: admin.token, query })
  const day = { date: '2026-03-02', slots: 1, booked: 0, free: 0 }
  expect(body).toEqual([{ _id: blocked._id, name: blocked.name, days: [day] }])
})

test('each day of the school shows how many slots there are, and how many are booked and free', async () => {
  const { app, admin, advisor, student, reviewer, useUp } = await startCalendar()
  const blocked = await makePerson(app, 'reviewer', { blocked: true })
  await makeSlot(app, reviewer, monday - hourMs)
  const used = await makeSlot(app, reviewer, monday + hourMs)
  const booked = await makeSlot(app, reviewer, monday + 2 * hourMs)
  await makeSlot(app, reviewer, monday + 3 * hourMs)
  await makeSlot(app, blocked, monday + 3 * hourMs)
  // The last half hour of Sunday the 8th, on which the clock jumps ahead.
  await makeSlot(app, reviewer, at('2026-03-09T03:30:00Z'))
  await useUp(used, await makeReview(app, { student, advisor, slot: booked }), 'student')

  const { body } = await app.call(getDayLoads.admin, { token: admin.token, query: week })
  const empty = { slots: 0, booked: 0, free: 0 }
  expect(body.days).toEqual([
    { date: '2026-03-02', slots: 5, booked: 2, free: 1 },
    ...[3, 4, 5, 6, 7].map((day) => ({ date: `2026-03-0${day}`, ...empty })),
    { date: '2026-03-08', slots: 1, booked: 0, free: 1 },
  ])
})

test('an admin can see who has which slot of each reviewer on one day; an advisor cannot', async () => {
  const { app, admin, advisor, student, reviewer, reviews, useUp } = await startCalendar()
  const other = await makePerson(app, 'reviewer', { name: 'Abel' })
  await reviews(other, await makeDomain(app, 'Data'))
  const used = await makeSlot(app, reviewer, monday + hourMs)
  const slot = await makeSlot(app, reviewer, monday + 2 * hourMs)
  await makeSlot(app, reviewer, monday + 3 * hourMs)
  const review = await makeReview(app, { student, advisor, slot })
  await useUp(used, review, 'student')
  const later = await makeSlot(app, reviewer, monday + 25 * hourMs)
  await makeReview(app, { slot: later })

  const query = { from: '2026-03-02', to: '2026-03-02', bookings: 'true' }
  const { body } = await app.call(listReviewerLoads.admin, { token: admin.token, query })
  expect(body.map(({ name }) => name)).toEqual(['Abel', 'Priya'])
  expect(body[0]?.bookings).toEqual([])
  expect(body[1]?.bookings).toMatchObject([
    { _id: used, noShow: 'student', review: { _id: review } },
    { _id: slot, noShow: null, review: { student: { name: student.name } } },
  ])
  const week = { ...query, to: '2026-03-08' }
  for (const { endpoint, asked, token } of [
    { endpoint: listReviewerLoads.admin, asked: week, token: admin.token },
    { endpoint: listReviewerLoads.advisor, asked: query, token: advisor.token },
  ]) {
    const loads = (await app.call(endpoint, { token, query: asked })).body
    expect(JSON.stringify(loads)).not.toContain('bookings')
  }
})

test('an advisor sees the free slots of the reviewers of their students’ domains, an admin all', async () => {
  const { app, admin, advisor, student, reviewer, reviews } = await startCalendar()
  const other = await makePerson(app, 'reviewer', { name: 'Abel' })
  await reviews(other, await makeDomain(app, 'Data'))
  await makePerson(app, 'reviewer', { blocked: true })
  await makeReview(app, { student, advisor })
  await makeSlot(app, reviewer, monday + hourMs)
  await makeSlot(app, other, monday + hourMs)
  await makeReview(app, { slot: await makeSlot(app, other, monday + 2 * hourMs) })

  const date = '2026-03-02'
  const priya = {
    _id: reviewer._id,
    name: 'Priya',
    days: [{ date, slots: 1, booked: 0, free: 1 }],
  }
  const abel = { _id: other._id, name: 'Abel', days: [{ date, slots: 2, booked: 1, free: 1 }] }
  const asAdvisor = { token: advisor.token, query: { from: date, to: date } }
  const asAdmin = { token: admin.token, query: { from: date, to: date } }
  expect((await app.call(listReviewerLoads.advisor, asAdvisor)).body).toEqual([priya])
  expect((await app.call(listReviewerLoads.admin, asAdmin)).body).toEqual([abel, priya])
  expect((await app.call(getDayLoads.advisor, asAdvisor)).body.days).toEqual(priya.days)
  expect((await app.call(getDayLoads.admin, asAdmin)).body.days).toEqual([
    { date, slots: 3, booked: 1, free: 2 },
  ])
  const pages = await app.readPages('/admin/calendar-load?limit=1', admin.token)
  expect(pages).toEqual([[abel], [priya]])
})
