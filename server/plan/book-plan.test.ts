import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { planLinesMax } from '#contract/limits/plan.ts'
import { bookPlan, getPlan } from '#contract/plan.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import type { BookingInput } from '#contract/reviews/scheduling/booking.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer, addWaitingReview } from '#test/plan/factories.ts'

async function start() {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0 })
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await addReviewer(app, [domain])
  const waits = (more: Partial<Parameters<typeof addWaitingReview>[1]> = {}) =>
    addWaitingReview(app, { domain, advisor, ...more })
  const slotIn = (hours: number) => makeSlot(app, reviewer, monday + hours * hourMs)
  const book = (value: BookingInput[], token: string | undefined = advisor.token, key?: string) =>
    app.call(bookPlan, { token, body: { value }, ...(key ? { key } : {}) })
  /** The lines of an advisor's plan, as a client would book them. */
  const linesOf = async (token = advisor.token) =>
    (await app.call(getPlan, { token })).body.flatMap(({ review, reviewer, slot }) =>
      reviewer && slot ? [{ reviewId: review._id, reviewer: reviewer._id, slot: slot._id }] : [],
    )
  return { app, domain, advisor, reviewer: reviewer._id, waits, slotIn, book, linesOf }
}

test('a whole plan is booked at once, and repeating the call with its key books nothing more', async () => {
  const { app, advisor, waits, slotIn, book, linesOf } = await start()
  const reviews = [await waits(), await waits(), await waits()]
  for (const hours of [1, 2, 3, 4]) await slotIn(hours)
  const lines = await linesOf()
  const { status, body } = await book(lines, advisor.token, 'once')
  expect(status).toBe(200)
  expect(body.refused).toEqual([])
  expect(body.booked.map(({ _id, status }) => [_id, status]).toSorted()).toEqual(
    reviews.map((id) => [id, 'review-scheduled']).toSorted(),
  )
  expect((await book(lines, advisor.token, 'once')).body).toEqual(body)
  expect(await linesOf()).toEqual([])
  const { body: listed } = await app.call(listReviews.advisor, { token: advisor.token, query: {} })
  expect(listed.map(({ status }) => status)).toEqual(Array(3).fill('review-scheduled'))
})

test('lines that cannot be booked are reported one by one, and the others are booked', async () => {
  const { app, domain, reviewer, waits, slotIn, book } = await start()
  const stranger = await makePerson(app, 'advisor')
  const [mine, twice, theirs, none] = [
    await waits(),
    await waits(),
    await waits({ advisor: stranger }),
    await waits(),
  ]
  const [free, taken, second, far, gone] = [
    await slotIn(1),
    await slotIn(2),
    await slotIn(3),
    await makeSlot(app, { _id: reviewer }, monday + 5 * dayMs),
    await slotIn(-1),
  ]
  await makeReview(app, { slot: taken })
  const blocked = await addReviewer(app, [domain], { blocked: true })
  const ofBlocked = await makeSlot(app, blocked, monday + hourMs)
  const line = (reviewId: string, slot: string, whose = reviewer) => ({
    reviewId,
    slot,
    reviewer: whose,
  })
  const { status, body } = await book([
    line(mine, free),
    line(none, taken),
    line(none, far),
    line(none, gone),
    line(none, ofBlocked, blocked._id),
    line(none, second, blocked._id),
    line(theirs, second),
    line('nothing', second),
    line(twice, second),
  ])
  expect(status).toBe(200)
  expect(body.booked.map(({ _id }) => _id).toSorted()).toEqual([mine, twice].toSorted())
  expect(body.refused.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual([
    { reviewId: none, message: 'A slot can be booked for today and the two days after' },
    { reviewId: none, message: 'A slot can be booked for today and the two days after' },
    { reviewId: theirs, message: 'This review does not exist' },
    { reviewId: 'nothing', message: 'This review does not exist' },
    { reviewId: none, message: 'This slot does not exist' },
    { reviewId: none, message: 'This slot does not exist' },
    { reviewId: none, message: 'This slot is already booked' },
  ])
  expect(app.errors).toEqual([])
})

test('a plan of which nothing can be booked changes nothing', async () => {
  const { reviewer, waits, slotIn, book } = await start()
  const [review, slot] = [await waits(), await slotIn(-2)]
  const { status, body } = await book([{ reviewId: review, reviewer, slot }])
  expect(status).toBe(200)
  expect(body).toMatchObject({ booked: [], refused: [{ reviewId: review }] })
})

test('a plan without lines, or with too many, is refused', async () => {
  const { reviewer, book } = await start()
  const line = { reviewId: 'a', reviewer, slot: 'b' }
  expect((await book([])).status).toBe(400)
  expect((await book(Array(planLinesMax + 1).fill(line))).status).toBe(400)
})

test('when advisors book plans with the same slots at once, each slot is booked once', async () => {
  const { app, domain, waits, slotIn, book, linesOf } = await start()
  const careful = await addReviewer(app, [domain], { buffer: 10, mostADay: 3 })
  for (const hours of [1, 2, 3, 4]) await slotIn(hours)
  for (const hours of [1, 2, 3, 4]) await makeSlot(app, careful, monday + hours * hourMs)
  const advisors = await Promise.all([1, 2, 3, 4].map(() => makePerson(app, 'advisor')))
  const plans = await Promise.all(
    advisors.map(async (advisor, index) => {
      for (let count = 0; count < 5; count++) await waits({ advisor })
      const lines = await linesOf(advisor.token)
      // Half of the advisors book in reverse order.
      return { token: advisor.token, lines: index % 2 ? lines : lines.toReversed() }
    }),
  )
  const replies = await Promise.all(plans.map(({ lines, token }) => book(lines, token)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const slots = replies.flatMap(({ body }) =>
    body.booked.map(({ startsAt, reviewer }) => [startsAt, reviewer?._id]),
  )
  expect(new Set(slots.map(String)).size).toBe(slots.length)
  expect(slots.filter(([, whose]) => whose === careful._id).length).toBeLessThanOrEqual(3)
  for (const [index, { body }] of replies.entries()) {
    const answered = [
      ...body.booked.map(({ _id }) => _id),
      ...body.refused.map((one) => one.reviewId),
    ]
    expect(answered.toSorted()).toEqual(plans[index]?.lines.map((one) => one.reviewId).toSorted())
  }
  expect(app.errors).toEqual([])
})
