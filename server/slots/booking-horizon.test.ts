import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getPlan, listBestSlots } from '#contract/plan.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { requestReschedule } from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { getSchool } from '#contract/school/school.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { listOwnSlots, listReviewerSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'

/** A school in which slots can be booked for two weeks, unless the test sets something else. */
async function start(days = 14) {
  const app = await startApp({ bookableDays: days })
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain })
  const advisor = await makePerson(app, 'advisor')
  const admin = await makePerson(app, 'admin')
  const reviewer = await addReviewer(app, [domain], { mostADay: 1 })
  const waits = (dueAt = monday + 7 * dayMs) => makeReview(app, { student, advisor, dueAt })
  const onDay = (day: number, hours = 0) =>
    makeSlot(app, reviewer, monday + day * dayMs + hours * hourMs)
  const book = (reviewId: string, slot: string) =>
    app.call(bookSlot.advisor, {
      token: advisor.token,
      body: { value: { reviewId, reviewer: reviewer._id, slot } },
    })
  return { app, domain, student, advisor, admin, reviewer, waits, onDay, book }
}

test('an admin sets for how many days slots can be booked, 3 to 28, and everybody is notified', async () => {
  const { app, admin } = await start(3)
  const save = (bookableDays: number | string) =>
    app.call(saveSchoolSettings, { token: admin.token, body: { bookableDays } })
  for (const wrong of [2, 29, 3.5, 'many']) {
    expect(await save(wrong)).toMatchObject({
      status: 400,
      body: { errors: { bookableDays: 'Please enter a whole number of days from 3 to 28' } },
    })
  }
  expect(await save('10')).toMatchObject({ status: 200, body: { settings: { bookableDays: 10 } } })
  expect((await app.call(getSchool, {})).body).toMatchObject({ bookableDays: 10 })
})

test('a slot on the last bookable day can be booked and moved to, one on the day after cannot', async () => {
  const { app, advisor, reviewer, waits, onDay, book } = await start()
  const [last, after, other] = [await onDay(13), await onDay(14), await onDay(12)]
  const reviewId = await waits()
  const refused = { status: 400, body: { message: expect.stringContaining('the 13 days after') } }
  expect(await book(reviewId, after)).toMatchObject(refused)
  expect((await book(reviewId, last)).status).toBe(200)
  const move = (slot: string) =>
    app.call(moveReview.advisor, {
      token: advisor.token,
      body: { value: { reviewId, reviewer: reviewer._id, slot } },
    })
  expect(await move(after)).toMatchObject(refused)
  expect((await move(other)).status).toBe(200)
})

test('a list covers three days by default, and with `later` all bookable days', async () => {
  const { app, advisor, reviewer, onDay } = await start()
  const [near, far] = [await onDay(2), await onDay(9)]
  await onDay(14)
  const own = async (query = {}) =>
    (await app.call(listOwnSlots, { token: reviewer.token, query })).body.map(({ _id }) => _id)
  const theirs = async (query = {}) => {
    const asked = { token: advisor.token, params: { id: reviewer._id }, query }
    return (await app.call(listReviewerSlots, asked)).body.map(({ _id }) => _id)
  }
  expect([await own(), await theirs()]).toEqual([[near], [near]])
  const later = { later: 'true' as const }
  expect([await own(later), await theirs(later)]).toEqual([
    [near, far],
    [near, far],
  ])
  const { body } = await app.call(listReviewers, { token: advisor.token })
  expect(body).toMatchObject([{ freeSlots: 2 }])
})

test('best slots, plans, and the free slots for moves and requests reach as far ahead', async () => {
  const { app, student, advisor, waits, onDay, book } = await start()
  const far = await onDay(8)
  const reviewId = await waits()
  const { token } = advisor
  const [best, plan, free] = [
    await app.call(listBestSlots.advisor, { token, query: { review: reviewId } }),
    await app.call(getPlan, { token }),
    await app.call(listFreeSlots.advisor, { token, query: { review: reviewId } }),
  ]
  expect(best.body).toMatchObject([{ slot: { _id: far } }])
  expect(plan.body).toMatchObject([{ slot: { _id: far } }])
  expect(free.body).toMatchObject([{ _id: far }])
  await book(reviewId, await onDay(1))
  const value = { reviewId, reason: 'Exam', slots: [far] }
  expect(
    await app.call(requestReschedule, { token: student.token, body: { value } }),
  ).toMatchObject({
    status: 200,
    body: { review: { wish: { slots: [{ _id: far }] } } },
  })
})

test('the daily maximum applies on each of the days', async () => {
  const { waits, onDay, book, student, app, advisor } = await start()
  const [first, sameDay, nextDay] = [await onDay(9), await onDay(9, 2), await onDay(10)]
  expect((await book(await waits(), first)).status).toBe(200)
  const other = await makeReview(app, { student, advisor, dueAt: monday })
  expect(await book(other, sameDay)).toMatchObject({
    status: 409,
    body: { message: 'The reviewer is fully booked on that day' },
  })
  expect((await book(other, nextDay)).status).toBe(200)
})

test('slots run short on the first day by which more reviews are due than can be booked', async () => {
  const { app, admin, onDay, waits } = await start()
  const short = async () =>
    (await app.call(getSchoolSummary, { token: admin.token })).body.slotsShort
  for (const day of [2, 7, 7, 20]) await waits(monday + day * dayMs)
  await onDay(1)
  await onDay(6)
  expect(await short()).toMatchObject({ day: '2026-03-09', due: 3, free: 2 })
  await onDay(7)
  expect(await short()).toBeNull()
})
