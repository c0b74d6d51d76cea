import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { bookingRefusals, bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { listOwnSlots, listReviewerSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

/**
 * Makes a reviewer with slots of half an hour that begin in the given numbers of minutes, some of
 * them booked, which may have another length in minutes.
 */
async function start(
  rules: { buffer?: number; most_a_day?: number | null; notice?: number },
  { slots, booked = [], length }: { slots: number[]; booked?: number[]; length?: number },
) {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      buffer: 0,
      most_a_day: null,
      notice: 0,
      saved_at: monday,
      ...rules,
    })
    .execute()
  const ids: string[] = []
  for (const minutes of slots) {
    const isBooked = booked.includes(minutes)
    const slot = await makeSlot(app, reviewer, monday + minutes * minuteMs, isBooked ? length : 30)
    if (isBooked) await makeReview(app, { slot })
    ids.push(slot)
  }
  const { token } = advisor
  const canBeBooked = async () => {
    const { body } = await app.call(listReviewerSlots, { token, params: { id: reviewer._id } })
    const [listed] = (await app.call(listReviewers, { token })).body
    const can = body.filter((slot) => slot.canBeBooked).map(({ _id }) => ids.indexOf(_id))
    expect(listed?.freeSlots).toBe(can.length)
    expect(listed?.firstFree?.slot_time).toBe(body.find((slot) => slot.canBeBooked)?.slot_time)
    return can.map((place) => slots[place])
  }
  /** Why each slot cannot be booked, which must be the same for the reviewer and an advisor. */
  const whyNot = async () => {
    const { body } = await app.call(listReviewerSlots, { token, params: { id: reviewer._id } })
    expect((await app.call(listOwnSlots, { token: reviewer.token })).body).toEqual(body)
    return body.map((slot) => slot.whyNot)
  }
  const book = async (slot = '') => {
    const value = { reviewId: await makeReview(app, { advisor }), reviewer: reviewer._id, slot }
    const { status, body } = await app.call(bookSlot.advisor, { token, body: { value } })
    return { status, message: body.message }
  }
  const isBooked = async () => bookedIn(app, token, reviewer._id)
  return { app, canBeBooked, whyNot, ids, book, isBooked }
}

async function bookedIn(app: Awaited<ReturnType<typeof startApp>>, token: string, id: string) {
  const { body } = await app.call(listReviewerSlots, { token, params: { id } })
  return body.map(({ isBooked }) => isBooked)
}

test('a free slot can be booked only if it keeps the reviewer’s notice', async () => {
  const { app, canBeBooked } = await start({ notice: 60 }, { slots: [29, 60, 120] })
  expect(await canBeBooked()).toEqual([60, 120])
  app.time.now += 1
  expect(await canBeBooked()).toEqual([120])
})

test('a free slot that is closer to a booked one than the buffer cannot be booked', async () => {
  const slots = [30, 60, 95, 125, 160, 190, 220]
  const { canBeBooked } = await start({ buffer: 10 }, { slots, booked: [125] })
  expect(await canBeBooked()).toEqual([30, 60, 190, 220])
})

test('the buffer is kept to a review of many hours, too', async () => {
  const slots = [30, 1435, 1465]
  const length = 23 * 60 + 21
  const { canBeBooked, whyNot } = await start({ buffer: 10 }, { slots, booked: [30], length })
  expect(await canBeBooked()).toEqual([1465])
  expect(await whyNot()).toEqual([null, 'too close to a review', null])
})

test('on a day with the reviewer’s maximum of reviews nothing more can be booked', async () => {
  const tomorrow = 24 * 60
  const slots = [60, 120, 180, tomorrow, tomorrow + 60]
  const { canBeBooked } = await start({ most_a_day: 2 }, { slots, booked: [60, 120, tomorrow] })
  expect(await canBeBooked()).toEqual([tomorrow + 60])
})

test('a slot used up by a no-show is shown as booked, and still counts', async () => {
  const { app, canBeBooked, ids, isBooked } = await start(
    { buffer: 30, most_a_day: 3 },
    { slots: [60, 90, 120] },
  )
  expect(await canBeBooked()).toEqual([60, 90, 120])
  const review = await makeReview(app)
  await app.context.db
    .insertInto('no_shows')
    .values({ slot_id: ids[0] ?? '', review_id: review, who: 'student', at: monday })
    .execute()
  expect(await isBooked()).toEqual([true, false, false])
  expect(await canBeBooked()).toEqual([120])
  app.time.now += hourMs
  expect(await isBooked()).toEqual([false, false])
})

test('reviewer and advisor see the same reason why a free slot cannot be booked', async () => {
  const tomorrow = 24 * 60
  const slots = [30, 90, 120, 240, tomorrow, tomorrow + 60]
  const rules = { notice: 60, buffer: 10, most_a_day: 1 }
  const { whyNot } = await start(rules, { slots, booked: [90] })
  expect(await whyNot()).toEqual([
    ...['begins too soon', null, 'too close to a review', 'the day is full'],
    ...[null, null],
  ])
})

test('a booked slot does not say why it could not be booked', async () => {
  const rules = { notice: 60, buffer: 10, most_a_day: 1 }
  const { whyNot } = await start(rules, { slots: [30, 60, 150], booked: [30, 60] })
  expect(await whyNot()).toEqual([null, null, 'the day is full'])
})

test('who books a slot that breaks several rules is told the reason that the list gives', async () => {
  const rules = { notice: 60, buffer: 10, most_a_day: 1 }
  const { whyNot, book, ids } = await start(rules, { slots: [55, 90, 125, 240], booked: [90] })
  expect(await whyNot()).toEqual([
    ...['begins too soon', null, 'too close to a review', 'the day is full'],
  ])
  const { tooSoon, taken, tooClose, dayFull } = bookingRefusals
  for (const [index, refusal] of [tooSoon, taken, tooClose, dayFull].entries()) {
    expect(await book(ids[index])).toEqual(refusal)
  }
})
