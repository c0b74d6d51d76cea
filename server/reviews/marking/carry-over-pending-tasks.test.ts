import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listOwnReviews } from '#contract/reviews/reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const mark = { code: 71, theory: 64, weekStatus: 'Task Critical' } as const
const left = ['Read about joins', 'Write the tests']

/** A booked review of week 1, with two pending tasks. */
async function start() {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student')
  const slot = await makeSlot(app, reviewer, monday - hourMs)
  const id = await makeReview(app, { student, advisor, slot })
  const save = (of: string, given: { pendingTopic?: string[]; value?: { mark: typeof mark } }) =>
    app.call(updateMark, { token: reviewer.token, body: { id: of, ...given } })
  const decide = async (of = id) => {
    const body = { id: of, value: { status: 'next-week' } } as const
    return (await app.call(createReview.advisor, { token: advisor.token, body })).body.review
  }
  const undo = () =>
    app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  const lists = async () => {
    const { body } = await app.call(listOwnReviews, { token: student.token })
    return body.map(({ pendingTask }) => pendingTask)
  }
  /** Books the review into a slot of the reviewer that has begun. */
  const book = async (of: string) => {
    const slot_id = await makeSlot(app, reviewer, monday - 3 * hourMs)
    const booked = { slot_id, status: 'review-scheduled' }
    await app.context.db.updateTable('reviews').set(booked).where('id', '=', of).execute()
  }
  await save(id, { pendingTopic: left })
  return { app, id, save, decide, undo, lists, book }
}

test('pending tasks carry over to the next review, and saving only a mark keeps them', async () => {
  const { save, id, decide, lists, book } = await start()
  await save(id, { value: { mark } })
  const next = await decide()
  expect(next.pendingTask).toEqual(left)
  await book(next._id)
  await save(next._id, { value: { mark } })
  expect(await lists()).toEqual([left, left])
})

test('pending tasks carry over a week without a meeting', async () => {
  const { id, decide, lists } = await start()
  const next = await decide(id)
  await decide(next._id)
  expect(await lists()).toEqual([left, left, left])
})

test('tasks that are ticked off stay so, even when none is left', async () => {
  const { save, decide, lists, book } = await start()
  const next = await decide()
  await book(next._id)
  await save(next._id, { pendingTopic: [] })
  expect(await lists()).toEqual([left, []])
})

test('tasks saved after the decision reach the next review until it has its own', async () => {
  const { app, save, id, decide, lists, book } = await start()
  const next = await decide()
  await save(id, { value: { mark }, pendingTopic: ['Draw the tables'] })
  expect(await lists()).toEqual([['Draw the tables'], ['Draw the tables']])
  await book(next._id)
  await save(next._id, { pendingTopic: ['Its own'] })
  await save(id, { pendingTopic: [] })
  expect(await lists()).toEqual([[], ['Its own']])
  expect(app.errors).toEqual([])
})

test('a decision can be undone with pending tasks, but not once they have changed', async () => {
  const { save, decide, undo, lists, book } = await start()
  await decide()
  expect((await undo()).status).toBe(200)
  expect(await lists()).toEqual([left])
  const next = await decide()
  await book(next._id)
  await save(next._id, { pendingTopic: ['Its own'] })
  expect((await undo()).status).toBe(409)
})
