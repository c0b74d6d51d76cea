import { expect, test } from 'vitest'
import { getDayLoads, listCalendar, listReviewerLoads } from '#contract/calendar/calendar.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getPlan, listBestSlots } from '#contract/plan.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { cloneWeek, removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { addSlots, listOwnSlots, listReviewerSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'

const tuesday = { from: '2026-03-03', to: '2026-03-03', name: 'Carnival' }

/** A reviewer with a slot on Monday, on Tuesday and on Wednesday, of which Tuesday is a holiday. */
async function start() {
  const app = await startApp({ given: { timeZone: 'America/New_York' } })
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain })
  const advisor = await makePerson(app, 'advisor')
  const admin = await makePerson(app, 'admin')
  const reviewer = await addReviewer(app, [domain])
  const onDay = (days: number, hours = 1) =>
    makeSlot(app, reviewer, monday + days * dayMs + hours * hourMs)
  const slots = [await onDay(0), await onDay(1), await onDay(2)] as const
  const review = await makeReview(app, { student, advisor })
  const save = (holidays: (typeof tuesday)[]) =>
    app.call(saveSchoolSettings, {
      token: admin.token,
      body: { holidays, planEarliestDays: 7, planNoticeHours: 0 },
    })
  const place = (slot: string) => ({
    token: advisor.token,
    body: { value: { reviewId: review, reviewer: reviewer._id, slot } },
  })
  return { app, student, advisor, admin, reviewer, onDay, slots, review, save, place }
}

test('a slot on a holiday can be neither booked nor moved to, until it is no holiday any more', async () => {
  const { app, save, slots, place } = await start()
  const refused = { status: 409, body: { message: 'This day is a school holiday' } }
  await save([tuesday])
  expect(await app.call(bookSlot.advisor, place(slots[1]))).toMatchObject(refused)
  expect((await app.call(bookSlot.advisor, place(slots[0]))).status).toBe(200)
  expect(await app.call(moveReview.advisor, place(slots[1]))).toMatchObject(refused)
  await save([])
  expect((await app.call(moveReview.advisor, place(slots[1]))).status).toBe(200)
})

test('a slot on a holiday is offered to nobody, also once its booking is cancelled', async () => {
  const { app, advisor, reviewer, save, slots, review, place } = await start()
  await app.call(bookSlot.advisor, place(slots[1]))
  await save([tuesday])
  const by = { token: advisor.token }
  const reason = { reviewId: review, reason: 'Ill' }
  expect((await app.call(cancelBooking.advisor, { ...by, body: { value: reason } })).status).toBe(
    200,
  )
  const others = [slots[0], slots[2]]
  const free = await app.call(listFreeSlots.advisor, { ...by, query: { review } })
  expect(free.body.map(({ _id }) => _id)).toEqual(others)
  const best = await app.call(listBestSlots.advisor, { ...by, query: { review } })
  expect(best.body.map(({ slot }) => slot._id).toSorted()).toEqual(others.toSorted())
  const plan = await app.call(getPlan, { ...by, query: {} })
  expect(others).toContain(plan.body[0]?.slot?._id)
  const listed = await app.call(listReviewerSlots, { ...by, params: { id: reviewer._id } })
  expect(listed.body.map(({ canBeBooked, whyNot }) => [canBeBooked, whyNot])).toEqual([
    ...[
      [true, null],
      [false, 'school holiday'],
      [true, null],
    ],
  ])
  const own = await app.call(listOwnSlots, { token: reviewer.token, query: {} })
  expect(own.body.map(({ whyNot }) => whyNot)).toEqual([null, 'school holiday', null])
})

test('free slots on a holiday count nowhere', async () => {
  const { app, admin, advisor, reviewer, save } = await start()
  const by = { token: admin.token }
  const query = { from: '2026-03-02', to: '2026-03-04' }
  const count = async () => {
    const days = await app.call(getDayLoads.admin, { ...by, query })
    const loads = await app.call(listReviewerLoads.admin, { ...by, query })
    const reviewers = await app.call(listReviewers, { token: advisor.token, query: {} })
    const { freeSlots } = (await app.call(getSchoolSummary, by)).body
    const free = (all: { free: number }[]) => all.map((one) => one.free)
    return {
      days: free(days.body.days),
      ofReviewer: free(loads.body[0]?.days ?? []),
      listed: reviewers.body[0]?.freeSlots,
      inSchool: freeSlots,
    }
  }
  const each = [1, 1, 1]
  expect(await count()).toEqual({ days: each, ofReviewer: each, listed: 3, inSchool: 3 })
  await save([tuesday])
  const but = [1, 0, 1]
  expect(await count()).toEqual({ days: but, ofReviewer: but, listed: 2, inSchool: 2 })
  const calendar = await app.call(listCalendar.reviewer, { token: reviewer.token, query })
  expect(calendar.body.map(({ whyNot }) => whyNot)).toEqual([null, 'school holiday', null])
})

test('a slot added by hand far ahead is shown as unbookable if it is on a holiday', async () => {
  const { app, reviewer, save, onDay } = await start()
  await onDay(60)
  const far = { from: '2026-05-01', to: '2026-05-01', name: 'May Day' }
  await save([far])
  const calendar = await app.call(listCalendar.reviewer, { token: reviewer.token, query: far })
  expect(calendar.body).toMatchObject([{ whyNot: 'school holiday' }])
})

test('no slots can be added on a holiday', async () => {
  const { app, reviewer, save, slots } = await start()
  await save([tuesday])
  const { token } = reviewer
  const values = { date: '2026-03-03', timeStart: '15:00', timeEnd: '16:00', reviewTime: 30 }
  expect(await app.call(addSlots, { token, body: { values } })).toMatchObject({
    status: 400,
    body: { errors: { date: 'This is a school holiday: Carnival' } },
  })
  const other = { ...values, date: '2026-03-04' }
  expect((await app.call(addSlots, { token, body: { values: other } })).status).toBe(200)
  const removed = await app.call(removeSlots, { token, body: { value: { slots: [slots[1]] } } })
  expect(removed.status).toBe(200)
})

test('a week that is copied leaves out holidays', async () => {
  const { app, reviewer, save } = await start()
  await save([{ ...tuesday, from: '2026-03-10', to: '2026-03-10' }])
  const value = { from: '2026-03-02', to: ['2026-03-09'] }
  const { body } = await app.call(cloneWeek, { token: reviewer.token, body: { value } })
  expect(body).toMatchObject({ added: 2, leftOutFor: { away: 1 } })
})
