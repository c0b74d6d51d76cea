import { expect, test } from 'vitest'
import { type BlockRequest, blockUnblock } from '#contract/accounts/accounts.ts'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { bookPlan, getPlan, listBestSlots } from '#contract/plan.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { studentBlockedReason } from '#contract/reviews/scheduling/cancellation.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { makePerson } from '#test/factories.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'
import { startDecidedSchool } from '#test/schools/decided.ts'

const block = ({ app, admin, student }: BookedSchool, action: BlockRequest['action'] = 'block') =>
  app.call(blockUnblock.student, { token: admin.token, body: { id: student._id, action } })

async function startBlocked({ booked = false } = {}) {
  const school = await startBookedSchool()
  if (!booked) await school.cancel('advisor')
  expect((await block(school)).status).toBe(200)
  return school
}

const refusal = { message: 'This student is blocked' }

test('a blocked student cannot be booked, alone or in a plan, until unblocked', async () => {
  const school = await startBlocked()
  const { app, advisor, reviewer, slot, id, book, seen } = school
  const refused = await book()
  expect([refused.status, refused.body]).toEqual([409, refusal])
  const value = [{ reviewId: id, reviewer: reviewer._id, slot }]
  const planned = await app.call(bookPlan, { token: advisor.token, body: { value } })
  expect(planned.body).toEqual({ booked: [], refused: [{ reviewId: id, ...refusal }] })
  expect(await seen()).toMatchObject({ status: 'not-scheduled' })
  await block(school, 'unblock')
  expect((await book()).status).toBe(200)
})

test('blocking a student frees the slot, and everybody involved is told why', async () => {
  const { app, admin, advisor, reviewer, slot, history, seen } = await startBlocked({
    booked: true,
  })
  expect(await seen()).toMatchObject({ status: 'not-scheduled', startsAt: null })
  const last = (await history('advisor')).at(-1)
  expect(last).toMatchObject({
    what: 'cancelled',
    reason: studentBlockedReason,
    by: { _id: admin._id },
  })
  expect(last?.from).toMatchObject({ _id: slot, isBooked: false })
  for (const [role, { token }] of [
    ['advisor', advisor],
    ['reviewer', reviewer],
  ] as const) {
    const { body } = await app.call(listNotifications[role], { token, query: {} })
    expect(body[0]).toMatchObject({ kind: 'cancelled' })
    // The message does not announce another slot.
    expect(body[0]?.text).toMatch(new RegExp(`: ${studentBlockedReason}\\.$`))
  }
})

test('a review that has begun keeps its slot', async () => {
  const school = await startBookedSchool()
  school.app.time.now += 61 * minuteMs
  await block(school)
  expect(await school.seen()).toMatchObject({ status: 'review-scheduled' })
})

test('a cancellation cannot be undone for a blocked student', async () => {
  const school = await startBookedSchool()
  await school.cancel('advisor')
  await block(school)
  const undone = await school.undo('advisor')
  expect([undone.status, undone.body]).toEqual([409, refusal])
})

test('a blocked student gets no suggestions', async () => {
  const { app, advisor, id } = await startBlocked()
  const { token } = advisor
  const free = await app.call(listFreeSlots.advisor, {
    token,
    query: { review: id, limit: undefined },
  })
  expect([free.status, free.body]).toEqual([409, refusal])
  const best = await app.call(listBestSlots.advisor, {
    token,
    query: { review: id, startsAt: undefined },
  })
  expect([best.status, best.body]).toEqual([409, refusal])
  expect((await app.call(getPlan, { token })).body).toEqual([])
  expect((await app.call(listFreedSlotOffers, { token })).body).toEqual([])
})

test('undoing a decision does not restore a blocked student’s slot', async () => {
  const { app, student, undo } = await startDecidedSchool({ booked: true })
  const { db } = app.context
  const blocked = { blocked_at: app.time.now }
  await db.updateTable('people').set(blocked).where('id', '=', student._id).execute()
  const { body } = await undo()
  expect(body.review).toMatchObject({ status: 'not-scheduled', isClosed: false })
})

test('the review is listed as a blocked student’s and is never overdue', async () => {
  const { app, advisor, admin, id } = await startBlocked()
  const overdue = () => app.call(listReviews.advisor, { token, query: { overdue: 'true' } })
  const { token } = advisor
  const past = { due_at: app.time.now - dayMs }
  await app.context.db.updateTable('reviews').set(past).where('id', '=', id).execute()
  const waiting = await app.call(listReviews.advisor, { token, query: { type: 'booking' } })
  expect(waiting.body).toMatchObject([{ isStudentBlocked: true }])
  expect((await overdue()).body).toEqual([])
  const body = { id: waiting.body[0]?.student._id ?? '', action: 'unblock' as const }
  await app.call(blockUnblock.student, { token: admin.token, body })
  expect((await overdue()).body).toMatchObject([{ isStudentBlocked: false }])
})

test('privacy: an advisor does not learn that another advisor’s student is blocked', async () => {
  const { app, id, book, move } = await startBlocked()
  const stranger = await makePerson(app, 'advisor')
  expect((await book({}, stranger)).status).toBe(404)
  expect((await move({}, stranger)).status).toBe(404)
  const query = { review: id, startsAt: undefined }
  expect((await app.call(listBestSlots.advisor, { token: stranger.token, query })).status).toBe(404)
})

test('bookings that race with a block leave no booking after it', async () => {
  const school = await startBookedSchool()
  await school.cancel('advisor')
  const [, blocked] = await Promise.all([school.book(), block(school), school.book()])
  expect(blocked.status).toBe(200)
  expect(await school.seen()).toMatchObject({ status: 'not-scheduled' })
})
