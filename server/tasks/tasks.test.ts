import { expect, test } from 'vitest'
import {
  addTask,
  editTask,
  getTask,
  listDomainTasks,
  listWeeklyTasks,
} from '#contract/tasks/tasks.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

test('an admin adds the task of a week and finds it, lines trimmed and blank ones dropped', async () => {
  const { app, token, domain, add } = await startSchoolWithDomain()

  const added = await add({ weekNo: '7', technicalWorkouts: ['  Build a form ', '', '   '] })
  expect(added.status).toBe(200)
  expect(added.body.message).toBe('Task added successfully')
  const task = {
    ...taskLines,
    _id: added.body.task._id,
    week: 7,
    domain: domain._id,
    technicalWorkouts: ['Build a form'],
  }
  expect(added.body.task).toEqual(task)

  const shape = [
    { _id: domain._id, domain: { ...domain, isArchived: false, lastWeek: null }, tasks: [task] },
  ]
  const found = await app.call(getTask, { token, query: { id: task._id } })
  expect(found.status).toBe(200)
  expect(found.body).toEqual(shape)
  const listed = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
  expect(listed.body).toEqual(shape)
})

test('a domain’s tasks are listed by week, without another domain’s', async () => {
  const { app, token, domain, add } = await startSchoolWithDomain()
  const other = await makeDomain(app)
  for (const weekNo of [30, 2, 1]) await add({ weekNo })
  await add({ domain: other._id, weekNo: 3 })

  const { body } = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
  expect(body).toHaveLength(1)
  expect(body[0]?.tasks.map((task) => task.week)).toEqual([1, 2, 30])
})

test('a domain without tasks is one item with an empty list', async () => {
  const { app, token, domain } = await startSchoolWithDomain()
  const { body } = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
  expect(body).toMatchObject([{ _id: domain._id, domain, tasks: [] }])
})

test.each([
  ['domain', undefined, 'Please select a domain'],
  ['domain', '', 'Please select a domain'],
  ['weekNo', undefined, 'Week number is required'],
  ['weekNo', '', 'Week number is required'],
  ['weekNo', 'three', 'Week number is required'],
  ['weekNo', 0, 'Week number must be at least 1'],
  ['weekNo', 31, 'Week number must be at most 30'],
  ['weekNo', 1.5, 'Please enter a whole week number'],
  ['personalDevelopmentWorkout', [], 'At least one personal development workout is required'],
  ['technicalWorkouts', ['  '], 'At least one technical workout is required'],
  ['technicalWorkouts', undefined, 'At least one technical workout is required'],
  ['miscellaneousWorkouts', 'text', 'At least one miscellaneous workout is required'],
])('a task whose %s is %j is refused: %s', async (field, value, message) => {
  const { app, token, domain } = await startSchoolWithDomain()
  const refused = await app.send('POST', '/admin/add-task', {
    token,
    body: { weekNo: 1, domain: domain._id, ...taskLines, [field]: value },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { [field]: message } })
  const { body } = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
  expect(body[0]?.tasks).toEqual([])
})

test('a second task for a week is refused, and another domain may have one', async () => {
  const { app, add } = await startSchoolWithDomain()
  const other = await makeDomain(app)
  await add()
  const refused = await add({ technicalWorkouts: ['Other'] })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This domain already has a task for that week' })
  expect((await add({ domain: other._id })).status).toBe(200)
})

test('of many who add the same week at once, one succeeds', async () => {
  const { add } = await startSchoolWithDomain()
  const answers = await Promise.all(Array.from({ length: 12 }, () => add()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
})

test('a task for an unknown domain is refused', async () => {
  const { app, token, add } = await startSchoolWithDomain()
  const refused = await add({ domain: 'nowhere' })
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual({ message: 'This domain does not exist' })
  const listed = await app.call(listDomainTasks, { token, query: { domain: 'nowhere' } })
  expect(listed.status).toBe(404)
  expect(listed.body).toEqual({ message: 'This domain does not exist' })
})

test('an unknown task is refused', async () => {
  const { app, token } = await startSchoolWithDomain()
  const value = { week: 1, ...taskLines }
  for (const refused of [
    await app.call(getTask, { token, query: { id: 'nothing' } }),
    await app.call(editTask, { token, body: { id: 'nothing', value } }),
    await app.call(editTask, { token, body: { value } }),
  ]) {
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This task does not exist' })
  }
})

test('an admin edits the week and the lines of a task', async () => {
  const { app, token, domain, add } = await startSchoolWithDomain()
  const { _id } = (await add()).body.task
  const value = { week: 4, ...taskLines, miscellaneousWorkouts: [' Rest ', ''] }

  const edited = await app.call(editTask, { token, body: { id: _id, value } })
  expect(edited.status).toBe(200)
  expect(edited.body.message).toBe('edit task successfully.')
  const task = { ...taskLines, _id, week: 4, domain: domain._id, miscellaneousWorkouts: ['Rest'] }
  expect(edited.body.task).toEqual(task)
  const found = await app.call(getTask, { token, query: { id: _id } })
  expect(found.body[0]?.tasks).toEqual([task])
})

test('a task can be edited as the first item of an array, by its own id', async () => {
  const { app, token, add } = await startSchoolWithDomain()
  const { _id } = (await add()).body.task
  const value = [{ _id, week: 9, ...taskLines }]
  const edited = await app.call(editTask, { token, body: { value } })
  expect(edited.status).toBe(200)
  expect(edited.body.task).toMatchObject({ _id, week: 9 })
})

test('a task cannot move to a week that has another, and keeps its own week freely', async () => {
  const { app, token, add } = await startSchoolWithDomain()
  await add({ weekNo: 1 })
  const { _id } = (await add({ weekNo: 2 })).body.task
  const refused = await app.call(editTask, {
    token,
    body: { id: _id, value: { week: 1, ...taskLines } },
  })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This domain already has a task for that week' })
  const kept = await app.call(editTask, {
    token,
    body: { id: _id, value: { week: 2, ...taskLines } },
  })
  expect(kept.status).toBe(200)
})

test.each([
  ['week', 31, 'Week number must be at most 30'],
  ['technicalWorkouts', [' '], 'At least one technical workout is required'],
])('an edit whose %s is %j is refused and changes nothing', async (field, value, message) => {
  const { app, token, add } = await startSchoolWithDomain()
  const { task } = (await add()).body
  const refused = await app.send('PUT', '/admin/edit-task', {
    token,
    body: { id: task._id, value: { week: 2, ...taskLines, [field]: value } },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { [field]: message } })
  const found = await app.call(getTask, { token, query: { id: task._id } })
  expect(found.body[0]?.tasks).toEqual([task])
})

test('only admins manage tasks, and only students read theirs week by week', async () => {
  const { app, token, domain, add } = await startSchoolWithDomain()
  const { task } = (await add()).body
  const asAdmin = (caller: string | undefined) => [
    app.call(addTask, { token: caller, body: { weekNo: 2, domain: domain._id, ...taskLines } }),
    app.call(editTask, { token: caller, body: { id: task._id, value: { week: 2, ...taskLines } } }),
    app.call(getTask, { token: caller, query: { id: task._id } }),
    app.call(listDomainTasks, { token: caller, query: { domain: domain._id } }),
  ]
  const callers = await Promise.all(
    (['student', 'advisor', 'reviewer'] as const).map((role) => makePerson(app, role)),
  )
  for (const caller of [undefined, ...callers.map((person) => person.token)]) {
    for (const refused of await Promise.all(asAdmin(caller))) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
  for (const caller of [undefined, token, callers[1]?.token, callers[2]?.token]) {
    expect((await app.call(listWeeklyTasks, { token: caller })).status).toBe(401)
  }
})
