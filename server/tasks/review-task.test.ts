import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { addTask, getReviewTask } from '#contract/tasks/tasks.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  const reviewer = await makePerson(app, 'reviewer')
  const add = async (weekNo: number, of = domain) => {
    const body = {
      weekNo,
      domain: of._id,
      personalDevelopmentWorkout: [`Read chapter ${weekNo}`],
      technicalWorkouts: [`Build part ${weekNo} of ${of.name}`],
      miscellaneousWorkouts: ['Type for ten minutes'],
    }
    return (await app.call(addTask, { token: admin.token, body })).body.task
  }
  const review = async (week: number) => {
    // The review's own week counts, not the one that the student is in by now.
    const student = await makePerson(app, 'student', { domain, week: 9 })
    const slot = await makeSlot(app, reviewer, app.time.now + week * hourMs)
    return makeReview(app, { student, slot, week })
  }
  const taskOf = (id: string, by = reviewer) =>
    app.call(getReviewTask, { token: by.token, query: { id } })
  return { app, admin, domain, reviewer, add, review, taskOf }
}

test("a reviewer sees what the student of a review had to do: that week's task of their domain", async () => {
  const { app, add, review, taskOf } = await start()
  const other = await makeDomain(app)
  await add(3)
  await add(4, other)
  const task = await add(4)
  await add(9)
  expect(await taskOf(await review(4))).toMatchObject({ status: 200, body: { task } })
})

test('the task is null if there is none for the week', async () => {
  const { app, reviewer, add, review, taskOf } = await start()
  await add(3)
  expect((await taskOf(await review(4))).body).toEqual({ task: null })
  const student = await makePerson(app, 'student', { verified: false })
  const slot = await makeSlot(app, reviewer, app.time.now + 20 * hourMs)
  const undecided = await makeReview(app, { student, slot, week: 3 })
  expect((await taskOf(undecided)).body).toEqual({ task: null })
})

test('the task of another reviewer’s review is not shown', async () => {
  const { app, admin, add, review, taskOf } = await start()
  await add(4)
  const id = await review(4)
  const unknown = { status: 404, body: { message: 'This review does not exist' } }
  expect(await taskOf(id, await makePerson(app, 'reviewer'))).toMatchObject(unknown)
  expect(await taskOf('nothing')).toMatchObject(unknown)
  const refused = await app.send('GET', `/reviewer/review-task?id=${id}`, { token: admin.token })
  expect(refused.status).toBe(401)
})
