import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { createReview, type DecisionKind } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome, listOwnReviews, listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start({ week = 4, booked = false } = {}) {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student', { week })
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor, week, ...(booked && { slot }) })
  const follow = (status: DecisionKind, token = advisor.token) =>
    app.call(createReview.advisor, { token, body: { id, value: { status } } })
  const manifest = async () => (await app.call(listOwnReviews, { token: student.token })).body
  return { app, advisor, reviewer, student, slot, id, follow, manifest }
}

test.each([
  ['week-repeat', 4],
  ['next-week', 5],
] as const)('%s opens the next review with the same advisor in week %i', async (way, week) => {
  const { app, advisor, student, id, follow, manifest } = await start()
  app.time.now += 20 * hourMs

  const followed = await follow(way)
  expect(followed.status).toBe(200)
  expect(followed.body.message).toBe('review status updated successfully.')
  const next = followed.body.review
  expect(next).toMatchObject({
    week,
    status: 'not-scheduled',
    date: new Date(monday + 7 * dayMs + 20 * hourMs).toISOString(),
    advisor: { _id: advisor._id },
    reviewer: null,
    student: { _id: student._id, week },
    isClosed: false,
  })
  expect(await manifest()).toMatchObject([
    { _id: id, week: 4, isClosed: true },
    { _id: next._id, week, isClosed: false },
  ])
  expect((await app.call(getHome, { token: student.token })).body).toEqual({
    ...next,
    reviewerWaits: false,
    absent: null,
    pause: null,
    finished: null,
    work: { ticks: [], isReady: false },
  })
})

test('the week comes from the review, whatever the body says', async () => {
  const { app, advisor, id, student } = await start()
  const other = await makePerson(app, 'student')
  const followed = await app.send('PUT', '/advisor/create-review', {
    token: advisor.token,
    body: { id, value: { status: 'next-week', week: 20, student: other._id } },
  })
  expect(followed.body).toMatchObject({ review: { week: 5, student: { _id: student._id } } })
})

test('a review can be decided only once', async () => {
  const { follow, manifest } = await start()
  await follow('week-repeat')
  const again = await follow('next-week')
  expect(again.status).toBe(409)
  expect(again.body).toEqual({
    message: 'The next review is already open',
  })
  expect(await manifest()).toHaveLength(2)
})

test('when many decide the same review at once, one succeeds', async () => {
  const { app, student, follow, manifest } = await start()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => follow(index % 2 ? 'next-week' : 'week-repeat')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)])
  const [closed, next, ...more] = await manifest()
  expect([closed?.isClosed, next?.isClosed, more]).toEqual([true, false, []])
  const home = await app.call(getHome, { token: student.token })
  expect(home.body).toMatchObject({ _id: next?._id, student: { week: next?.week } })
})

test('week 30 is the last: there is no next week, nothing changes, and it can still be repeated', async () => {
  const { follow, manifest } = await start({ week: 30, booked: true })
  const before = await manifest()
  const refused = await follow('next-week')
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'Week 30 is the last week' })
  expect(await manifest()).toEqual(before)
  expect(before).toMatchObject([{ isClosed: false, status: 'review-scheduled' }])

  const repeated = await follow('week-repeat')
  expect(repeated.body.review).toMatchObject({ week: 30, student: { week: 30 } })
})

test('deciding frees a booked slot that has not begun, and the next review can book it', async () => {
  const { app, advisor, reviewer, slot, follow, manifest } = await start({ booked: true })
  const next = (await follow('next-week')).body.review
  const [closed] = await manifest()
  expect(closed).toMatchObject({ status: 'not-scheduled', reviewer: null, day: null })
  const slots = await app.call(listOwnSlots, { token: reviewer.token })
  expect(slots.body).toMatchObject([{ _id: slot, isBooked: false }])

  const value = { reviewId: next._id, reviewer: reviewer._id, slot }
  const booked = await app.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  expect(booked.status).toBe(200)
})

test('a slot that has begun stays with its review, which can still be marked', async () => {
  const { app, reviewer, id, follow, manifest } = await start({ booked: true })
  app.time.now += hourMs
  await follow('week-repeat')
  expect(await manifest()).toMatchObject([
    { status: 'review-scheduled', reviewer: { _id: reviewer._id }, isClosed: true },
    { isClosed: false },
  ])
  const mark = { code: 1, theory: 2, weekStatus: 'Task Critical' as const }
  const marked = await app.call(updateMark, {
    token: reviewer.token,
    body: { id, value: { mark } },
  })
  expect(marked.body.review).toMatchObject({ mark, status: 'conducted', isClosed: true })
})

test('a conducted review keeps its slot and its marks', async () => {
  const { app, reviewer, id, follow, manifest } = await start({ booked: true })
  const mark = { code: 90, theory: 80, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
  await follow('next-week')
  const [closed] = await manifest()
  expect(closed).toMatchObject({ status: 'conducted', mark, reviewer: { _id: reviewer._id } })
})

test('privacy: another advisor’s review cannot be decided, nor one that never existed', async () => {
  const { app, id, follow, manifest } = await start()
  const other = await makePerson(app, 'advisor')
  const body = { id: 'nothing', value: { status: 'next-week' as const } }
  for (const refused of [
    await follow('next-week', other.token),
    await app.call(createReview.advisor, { token: other.token, body }),
  ]) {
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This review does not exist' })
  }
  expect(await manifest()).toMatchObject([{ _id: id, isClosed: false }])
})

test('an invalid status is refused', async () => {
  const { app, advisor, id, manifest } = await start()
  for (const body of [{ id, value: { status: 'skip' } }, { id }, { value: { status: 'x' } }]) {
    const refused = await app.send('PUT', '/advisor/create-review', { token: advisor.token, body })
    expect(refused.status).toBe(400)
  }
  expect(await manifest()).toHaveLength(1)
})

test('only an advisor can decide', async () => {
  const { app, reviewer, student, follow, advisor } = await start({ booked: true })
  const admin = await makePerson(app, 'admin')
  for (const token of ['', reviewer.token, student.token, admin.token]) {
    const refused = await follow('next-week', token)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ success: false, Auth: false })
  }
  const { body } = await app.call(listReviews.advisor, { token: advisor.token })
  expect(body).toHaveLength(1)
})
