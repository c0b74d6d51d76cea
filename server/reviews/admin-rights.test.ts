import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { listBestSlots } from '#contract/plan.ts'
import { createReview, getDecision, undoDecision } from '#contract/reviews/decision.ts'
import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import { monday } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'
import { makeReviewerIn, startBookedSchool } from '#test/schools/booked.ts'

/** A school with a booked review, and the calls an admin makes for it or for another review. */
async function startAdmin() {
  const school = await startBookedSchool()
  const { app, admin, advisor, other, ofOther, id } = school
  const { token } = admin
  const to = { reviewer: other._id, slot: ofOther }
  return {
    ...school,
    find: (review = id) => ({
      free: app.call(listFreeSlots.admin, { token, query: { review } }),
      best: app.call(listBestSlots.admin, { token, query: { review } }),
    }),
    bookFor: (reviewId = id) =>
      app.call(bookSlot.admin, { token, body: { value: { reviewId, ...to } } }),
    moveFor: () => app.call(moveReview.admin, { token, body: { value: { reviewId: id, ...to } } }),
    cancelFor: () =>
      app.call(cancelBooking.admin, {
        token,
        body: { value: { reviewId: id, reason: 'The school is closed' } },
      }),
    takeBack: () => app.call(undoChange.admin, { token, body: { value: { reviewId: id } } }),
    decide: (status: 'next-week' | 'week-repeat') =>
      app.call(createReview.admin, { token, body: { id, value: { status } } }),
    newest: async () => {
      const { body } = await app.call(listNotifications.advisor, {
        token: advisor.token,
        query: {},
      })
      return body[0]?.text
    },
  }
}

test('an admin moves, cancels and restores any booking, and the advisor sees who did it', async () => {
  const { admin, other, slot, ofOther, moveFor, cancelFor, takeBack, history, newest } =
    await startAdmin()
  expect((await moveFor()).body.review.reviewer?._id).toBe(other._id)
  expect(await newest()).toContain('is now')
  expect((await takeBack()).status).toBe(200)
  const cancelled = await cancelFor()
  expect(cancelled.body.review).toMatchObject({ status: 'not-scheduled', reviewer: null })
  expect(await newest()).toContain(`${admin.name} cancelled`)
  expect(await newest()).toContain('The school is closed')
  expect((await takeBack()).body.review.status).toBe('review-scheduled')
  const lines = await history('advisor')
  expect(lines.map(({ what, from }) => [what, from?._id ?? null])).toEqual([
    ['booked', null],
    ['moved', slot],
    ['undone', ofOther],
    ['cancelled', slot],
    ['undone', null],
  ])
  expect(lines.slice(1).map(({ by }) => by?._id)).toEqual(Array(4).fill(admin._id))
})

test('an admin books a slot for a review without an advisor', async () => {
  const { app, domain, find, bookFor } = await startAdmin()
  const student = await makePerson(app, 'student', { domain })
  const waiting = await makeReview(app, { student })
  const { free, best } = find(waiting)
  expect((await free).body.length).toBeGreaterThan(0)
  expect((await best).body.length).toBeGreaterThan(0)
  const { status, body } = await bookFor(waiting)
  expect([status, body.review.status, body.review.advisor]).toEqual([200, 'review-scheduled', null])
})

test('an admin reports no-shows and sets task states', async () => {
  const { app, admin, id } = await startAdmin()
  app.time.now = monday + hourMs + 20 * minuteMs
  const { token } = admin
  const value = { seminar: 'completed' as const }
  const tasks = await app.call(updateTaskStatus.admin, { token, body: { id, value } })
  expect(tasks.body.review.taskStatus.seminar).toBe('completed')
  const body = { value: { reviewId: id, who: 'student' as const } }
  const noted = await app.call(reportNoShow.admin, { token, body })
  expect([noted.status, noted.body.review.status]).toEqual([200, 'not-scheduled'])
})

test('an admin decides a week and undoes it; the advisor keeps the student and is notified', async () => {
  const { app, admin, advisor, student, id, decide, newest } = await startAdmin()
  const { body } = await decide('next-week')
  expect(body.review).toMatchObject({ week: 2, advisor: { _id: advisor._id } })
  expect(await newest()).toBe(`${admin.name} decided: ${student.name} moves on to week 02.`)
  const { token } = admin
  const seen = await app.call(getDecision.admin, { token, query: { id } })
  expect(seen.body.decision?.next._id).toBe(body.review._id)
  const undone = await app.call(undoDecision.admin, { token, body: { value: { reviewId: id } } })
  expect(undone.body.review).toMatchObject({ isClosed: false, status: 'review-scheduled' })
  expect((await decide('week-repeat')).body.review.week).toBe(1)
  expect(await newest()).toBe(`${admin.name} decided: ${student.name} repeats week 01.`)
})

test('an admin cannot do what no advisor may: take a booked slot, decide a review twice', async () => {
  const { app, bookFor, decide, find } = await startAdmin()
  expect((await bookFor()).status).toBe(409)
  await decide('next-week')
  expect((await decide('next-week')).status).toBe(409)
  const domain = await makeDomain(app, 'Data')
  await makeReviewerIn(app, domain)
  expect((await find('nowhere').free).status).toBe(404)
  expect((await find('nowhere').best).status).toBe(404)
})
