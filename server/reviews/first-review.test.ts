import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getHome, listReviews, type Review } from '#contract/reviews/reviews.ts'
import { inTransaction } from '#server/kit/context.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { assignUnassignedReviews, openFirstReview } from './actions.ts'

async function arrive(app: TestApp) {
  const student = await makePerson(app, 'student')
  await inTransaction(app.context, (inside) => openFirstReview(inside, student._id))
  return student
}

async function readHome(app: TestApp, { token }: { token: string }): Promise<Partial<Review>> {
  return (await app.call(getHome, { token })).body
}

test('a new student gets a review of week 1, due in seven days', async () => {
  const app = await startApp()
  const student = await arrive(app)
  expect(await readHome(app, student)).toMatchObject({
    week: 1,
    status: 'not-scheduled',
    date: new Date(monday + 7 * dayMs).toISOString(),
    mark: { code: 0, theory: 0, weekStatus: '' },
    taskStatus: { seminar: 'Not added', progress: 'Not added', typing: 'Not added' },
    pendingTask: [],
    isClosed: false,
  })
})

test('the first review goes to the advisor with the fewest open reviews', async () => {
  const app = await startApp()
  const busy = await makePerson(app, 'advisor')
  const free = await makePerson(app, 'advisor')
  await makeReview(app, { advisor: busy })
  // Closed and conducted reviews do not count as work.
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday)
  await makeReview(app, { advisor: free, slot, conducted: true })
  await makeReview(app, { advisor: free, closed: true })

  expect((await readHome(app, await arrive(app))).advisor?._id).toBe(free._id)
})

test('students who arrive at once are spread over the advisors', async () => {
  const app = await startApp()
  const advisors = [await makePerson(app, 'advisor'), await makePerson(app, 'advisor')]
  await Promise.all(Array.from({ length: 6 }, () => arrive(app)))
  for (const { token } of advisors) {
    expect((await app.call(listReviews.advisor, { token })).body).toHaveLength(3)
  }
})

test('blocked and unverified advisors get no review; it waits for the first available one', async () => {
  const app = await startApp()
  await makePerson(app, 'advisor', { blocked: true })
  await makePerson(app, 'advisor', { verified: false })
  const student = await arrive(app)
  expect((await readHome(app, student)).advisor).toBeNull()

  const advisor = await makePerson(app, 'advisor')
  await inTransaction(app.context, (tx) => assignUnassignedReviews(tx, advisor._id))
  expect((await readHome(app, student)).advisor).toEqual({ _id: advisor._id, name: advisor.name })
})

test('a new advisor takes no review from another, and none that is closed', async () => {
  const app = await startApp()
  const first = await makePerson(app, 'advisor')
  const taken = await arrive(app)
  const gone = await makePerson(app, 'student')
  await makeReview(app, { student: gone, closed: true })

  const second = await makePerson(app, 'advisor')
  await inTransaction(app.context, (tx) => assignUnassignedReviews(tx, second._id))
  expect((await readHome(app, taken)).advisor?._id).toBe(first._id)
  expect((await readHome(app, gone)).advisor).toBeNull()
})

test('a student and an advisor who arrive at the same time do not miss each other', async () => {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor', { verified: false })
  const students = await Promise.all([
    ...Array.from({ length: 8 }, () => arrive(app)),
    inTransaction(app.context, async (inside) => {
      await inside.db
        .updateTable('people')
        .set({ verified_at: monday })
        .where('id', '=', advisor._id)
        .execute()
      await assignUnassignedReviews(inside, advisor._id)
    }),
  ])
  for (const student of students) {
    if (student) expect((await readHome(app, student)).advisor?._id).toBe(advisor._id)
  }
})
