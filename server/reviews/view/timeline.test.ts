import { expect, test } from 'vitest'
import { callClientEvents } from '#contract/calls/calls.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listOwnReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { startDecidedSchool } from '#test/schools/decided.ts'

const mark = { code: 71, theory: 64, weekStatus: 'Week Repeat' } as const
const at = (minutes: number) => new Date(monday + minutes * minuteMs).toISOString()

/** A review without a slot, a slot in an hour, and the calls that change the review. */
async function start() {
  const app = await startLiveApp()
  const student = await makePerson(app, 'student')
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor })
  const seen = async () => (await app.call(listOwnReviews, { token: student.token })).body
  const timelineOf = async () => (await seen())[0]?.life
  const book = () => {
    const value = { reviewId: id, reviewer: reviewer._id, slot }
    return app.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  }
  const save = (given: { code?: number } = {}) => {
    const body = { id, value: { mark: { ...mark, ...given } } }
    return app.call(updateMark, { token: reviewer.token, body })
  }
  const decide = () => {
    const body = { id, value: { status: 'week-repeat' } } as const
    return app.call(createReview.advisor, { token: advisor.token, body })
  }
  const undo = () =>
    app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  return { app, student, advisor, reviewer, id, seen, timelineOf, book, save, decide, undo }
}

test('a review shows when it was booked, held, marked and decided, as each happens', async () => {
  const { app, student, reviewer, id, timelineOf, book, save, decide, undo } = await start()
  const due = at(7 * 24 * 60)
  const nothing = { booked: null, held: null, marked: null, decided: null }
  expect(await timelineOf()).toEqual({ due, ...nothing })

  app.time.now = monday + minuteMs
  await book()
  expect(await timelineOf()).toEqual({ due, ...nothing, booked: at(1) })

  // Being there alone, or one after the other, is not meeting.
  app.time.now = monday + 58 * minuteMs
  const studentPage = await openPageSocket(app, student.token)
  await studentPage.join(id)
  expect(await timelineOf()).toMatchObject({ held: null })
  app.time.now = monday + 63 * minuteMs
  const reviewerPage = await openPageSocket(app, reviewer.token)
  await reviewerPage.join(id)
  app.time.now = monday + 80 * minuteMs
  await studentPage.send(callClientEvents.leave, { room: id })
  await studentPage.join(id)
  expect(await timelineOf()).toMatchObject({ held: at(63), marked: null })

  app.time.now = monday + 85 * minuteMs
  await save()
  app.time.now = monday + 95 * minuteMs
  await save({ code: 80 })
  const marked = { due, booked: at(1), held: at(63), marked: at(85), decided: null }
  expect(await timelineOf()).toEqual(marked)

  await decide()
  expect(await timelineOf()).toEqual({ ...marked, decided: at(95) })
  await undo()
  expect(await timelineOf()).toEqual(marked)
})

test('meeting long before the slot does not count as holding it, unless both are still there', async () => {
  const { app, student, reviewer, id, timelineOf, book } = await start()
  await book()
  const pages = [
    await openPageSocket(app, student.token),
    await openPageSocket(app, reviewer.token),
  ]
  for (const page of pages) await page.join(id)
  app.time.now = monday + 20 * minuteMs
  await pages[0]?.send(callClientEvents.leave, { room: id })
  expect(await timelineOf()).toMatchObject({ held: null })
  await pages[0]?.join(id)
  app.time.now = monday + 65 * minuteMs
  await pages[0]?.send(callClientEvents.leave, { room: id })
  // Presence counts from half an hour before the slot.
  expect(await timelineOf()).toMatchObject({ held: at(30) })
})

test.each([
  { when: 'after the slot has begun', minutes: 70, held: at(60) },
  { when: 'before it', minutes: 5, held: at(5) },
])('without a call, marks saved $when tell when the review was held', async ({ minutes, held }) => {
  const { app, timelineOf, book, save } = await start()
  await book()
  app.time.now = monday + minutes * minuteMs
  await save()
  expect(await timelineOf()).toMatchObject({ held, marked: at(minutes) })
})

test('a freed slot no longer counts as booked, until an undo restores it', async () => {
  const { app, timelineOf, book, decide, undo } = await start()
  await book()
  app.time.now = monday + 2 * minuteMs
  await decide()
  expect(await timelineOf()).toMatchObject({ booked: null, decided: at(2) })
  await undo()
  expect(await timelineOf()).toMatchObject({ booked: at(0), decided: null })
})

test('the next review shows the marks of the one before, if any', async () => {
  const { seen, book, save, decide } = await start()
  await book()
  await save()
  await decide()
  expect(await seen()).toMatchObject([{ lastMark: null }, { lastMark: { week: 1, ...mark } }])
  const unmarked = await startDecidedSchool()
  expect(unmarked.next.lastMark).toBe(null)
})
