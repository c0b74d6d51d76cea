import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getPreviousReview } from '#contract/reviews/person-reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const mark = { code: 71, theory: 64, weekStatus: 'Week Repeat' } as const
const pendingTask = ['Read about joins', 'Write the tests']

async function start() {
  const app = await startApp()
  const student = await makePerson(app, 'student')
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const other = await makePerson(app, 'reviewer')
  /** Makes a review held by this reviewer, the given number of hours after noon. */
  const held = async (by: typeof reviewer, hours: number, options: { week?: number } = {}) => {
    const slot = await makeSlot(app, by, monday + hours * hourMs)
    return makeReview(app, { student, advisor, slot, ...options })
  }
  const save = (id: string, by: typeof reviewer) => {
    const body = { id, value: { mark }, pendingTopic: pendingTask }
    return app.call(updateMark, { token: by.token, body })
  }
  const before = (id: string, by = reviewer) =>
    app.call(getPreviousReview, { token: by.token, query: { id } })
  return { app, student, advisor, reviewer, other, held, save, before }
}

test('a reviewer sees the week, mark and pending tasks of the previous review, whoever held it', async () => {
  const { reviewer, other, held, save, before } = await start()
  await save(await held(reviewer, -4, { week: 1 }), reviewer)
  const last = await held(other, -2, { week: 2 })
  await save(last, other)
  const present = await held(reviewer, 2, { week: 3 })
  const { status, body } = await before(present)
  expect(status).toBe(200)
  expect(body).toEqual({ before: { week: 2, status: 'conducted', mark, pendingTask } })
})

test('the review before a repeated week is of the same week', async () => {
  const { app, student, advisor, reviewer, other, held, save, before } = await start()
  const first = await held(other, -2, { week: 4 })
  await save(first, other)
  const { body } = await app.call(createReview.advisor, {
    token: advisor.token,
    body: { id: first, value: { status: 'week-repeat' } },
  })
  await app.context.db
    .updateTable('reviews')
    .set({ slot_id: await makeSlot(app, reviewer, monday + hourMs), status: 'review-scheduled' })
    .where('id', '=', body.review._id)
    .execute()
  expect(body.review).toMatchObject({ week: 4, student: { _id: student._id } })
  expect((await before(body.review._id)).body.before).toMatchObject({ week: 4, mark, pendingTask })
})

test('a review closed without a mark still counts as the previous one', async () => {
  const { app, student, reviewer, held, save, before } = await start()
  await save(await held(reviewer, -2), reviewer)
  await makeReview(app, { student, week: 2, closed: true })
  const present = await held(reviewer, 2, { week: 3 })
  expect((await before(present)).body.before).toEqual({
    week: 2,
    status: 'not-scheduled',
    mark: { code: 0, theory: 0, weekStatus: '' },
    pendingTask: [],
  })
})

test('it stays the previous review even after the student changed domains', async () => {
  const { app, student, reviewer, other, held, save, before } = await start()
  await save(await held(other, -2), other)
  const present = await held(reviewer, 2)
  const domain_id = (await makeDomain(app))._id
  await app.context.db
    .updateTable('people')
    .set({ domain_id })
    .where('id', '=', student._id)
    .execute()
  expect((await before(present)).body.before).toMatchObject({ mark, pendingTask })
})

test('a student’s first review has no previous one, whatever came later or others had', async () => {
  const { app, reviewer, other, held, save, before } = await start()
  const slot = await makeSlot(app, reviewer, monday - 6 * hourMs)
  await makeReview(app, { slot, conducted: true })
  const first = await held(reviewer, -2)
  await save(await held(other, 2), other)
  expect((await before(first)).body).toEqual({ before: null })
})

test('a reviewer sees the previous review only for their own reviews', async () => {
  const { app, student, advisor, reviewer, other, held, before } = await start()
  await held(other, -2)
  const present = await held(reviewer, 2)
  for (const refused of [
    await before(present, other),
    await before(await makeReview(app, { student, advisor })),
    await before('nothing'),
  ]) {
    expect(refused).toMatchObject({ status: 404, body: { message: 'This review does not exist' } })
  }
  for (const { token } of [student, advisor]) {
    const refused = await app.send('GET', `/reviewer/review-before?id=${present}`, { token })
    expect(refused.status).toBe(401)
  }
})
