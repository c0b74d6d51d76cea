import { expect, test } from 'vitest'
import { listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

test("a student sees their domain's tasks up to the week they are in", async () => {
  const { app, domain, add } = await startSchoolWithDomain()
  const other = await makeDomain(app)
  for (const weekNo of [3, 1, 2]) await add({ weekNo })
  await add({ domain: other._id })
  const student = await makePerson(app, 'student', { domain, week: 2 })

  const { status, body } = await app.call(listWeeklyTasks, { token: student.token })
  expect(status).toBe(200)
  expect(body.tasks.map(({ week }) => week)).toEqual([1, 2])
  expect(body.tasks[0]).toMatchObject({ ...taskLines, domain: domain._id })
})

test('a student sees only which of the later weeks have a task', async () => {
  const { app, domain, add } = await startSchoolWithDomain()
  for (const weekNo of [5, 1, 2, 3]) await add({ weekNo })
  await add({ domain: (await makeDomain(app))._id, weekNo: 4 })
  const student = await makePerson(app, 'student', { domain, week: 2 })
  const { body } = await app.call(listWeeklyTasks, { token: student.token })
  expect(body.ahead).toEqual([3, 5])
  expect(JSON.stringify(body).match(/Build a form/g)).toHaveLength(2)
})

test('a student whose domain has no tasks sees none', async () => {
  const { app } = await startSchoolWithDomain()
  const student = await makePerson(app, 'student')
  expect((await app.call(listWeeklyTasks, { token: student.token })).body).toEqual({
    tasks: [],
    ahead: [],
  })
})
