import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { addTask, listDomainTasks, listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { makePerson } from '#test/factories.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

type Answer = { message: string; errors?: Record<string, string>; task: { week: number } }

/** A domain whose weeks 5 and 7 have a task. */
async function start() {
  const school = await startSchoolWithDomain()
  const { app, token, domain, add } = school
  const fifth = (await add({ weekNo: 5, technicalWorkouts: ['Five'] })).body.task
  const seventh = (await add({ weekNo: 7, technicalWorkouts: ['Seven'] })).body.task
  const call = (name: 'move-task' | 'remove-task') => (value: object, key?: string) =>
    app.send<Answer>('PUT', `/admin/${name}`, { token, body: { value }, ...(key && { key }) })
  /** What is in each week. */
  const weeks = async () => {
    const { body } = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
    return body[0]?.tasks.map(({ week, technicalWorkouts }) => `${week} ${technicalWorkouts}`)
  }
  const actions = async () => {
    const { body } = await app.call(listAuditLog, { token, query: { kind: 'tasks' } })
    return body
      .filter(({ deed }) => deed !== 'task-added')
      .map(({ deed, before, after }) => [deed, before?.week, after?.week])
  }
  const study = (week: number, more = {}) => makePerson(app, 'student', { domain, week, ...more })
  const [move, remove] = [call('move-task'), call('remove-task')]
  return { ...school, fifth, seventh, move, remove, weeks, actions, study }
}

test('a task moves to an empty week and keeps its lines', async () => {
  const { fifth, move, weeks, actions } = await start()
  const { status, body } = await move({ id: fifth._id, week: '6' })
  expect([status, body]).toEqual([200, { message: 'Task moved.', task: { ...fifth, week: 6 } }])
  expect(await weeks()).toEqual(['6 Five', '7 Seven'])
  expect(await actions()).toEqual([['task-moved', 5, 6]])
  // To where it is already.
  expect((await move({ id: fifth._id, week: 6 })).status).toBe(200)
  expect(await actions()).toHaveLength(1)
})

test('a week that has a task is refused, and with swap the two tasks swap weeks', async () => {
  const { fifth, seventh, move, weeks, actions } = await start()
  const { status, body } = await move({ id: fifth._id, week: 7 })
  const message = 'Week 07 already has a task'
  expect([status, body]).toEqual([409, { message, errors: { swap: message } }])
  expect(await weeks()).toEqual(['5 Five', '7 Seven'])
  expect((await move({ id: fifth._id, week: 7, swap: true })).body.task).toEqual({
    ...fifth,
    week: 7,
  })
  expect(await weeks()).toEqual(['5 Seven', '7 Five'])
  expect((await actions()).toSorted()).toEqual([
    ['task-moved', 5, 7],
    ['task-moved', 7, 5],
  ])
  // Each keeps its id.
  await move({ id: seventh._id, week: 1 })
  expect(await weeks()).toEqual(['1 Seven', '7 Five'])
})

test('weeks that students are in change only once that is confirmed, with how many', async () => {
  const { app, fifth, move, remove, weeks, study } = await start()
  const { token: student } = await study(5)
  const tasksOf = async () => (await app.call(listWeeklyTasks, { token: student })).body.tasks
  await study(5)
  await study(6)
  // Neither is there to be surprised.
  await study(5, { blocked: true })
  await makePerson(app, 'student', { week: 5 })
  for (const [refused, message] of [
    [
      await remove({ id: fifth._id }),
      '2 students are in week 05. Their task would change at once.',
    ],
    [
      await move({ id: fifth._id, week: 6, confirm: false }),
      '3 students are in week 05 or week 06. Their task would change at once.',
    ],
  ] as const) {
    expect([refused.status, refused.body]).toEqual([409, { message, errors: { confirm: message } }])
  }
  expect(await weeks()).toEqual(['5 Five', '7 Seven'])
  await move({ id: fifth._id, week: 4, confirm: true })
  expect((await tasksOf()).map(({ week }) => week)).toEqual([4])
  const back = await move({ id: fifth._id, week: 5 })
  expect(back.body.message).toMatch(/^2 students are in week 04 or week 05/)
  await move({ id: fifth._id, week: 5, confirm: true })
  const removed = await remove({ id: fifth._id, confirm: true })
  expect([removed.status, removed.body]).toEqual([200, { message: 'Task removed.', task: fifth }])
  expect(await tasksOf()).toEqual([])
})

test('one student is counted as one', async () => {
  const { fifth, remove, study } = await start()
  await study(5)
  expect((await remove({ id: fifth._id })).body.message).toMatch(/^1 student is in week 05\./)
})

test('a removed task is gone, and its week can be written again', async () => {
  const { app, token, domain, fifth, remove, weeks, actions } = await start()
  expect((await remove({ id: fifth._id })).status).toBe(200)
  expect(await weeks()).toEqual(['7 Seven'])
  expect(await actions()).toEqual([['task-removed', 5, undefined]])
  expect((await remove({ id: fifth._id })).status).toBe(404)
  const body = { weekNo: 5, domain: domain._id, ...taskLines }
  expect((await app.call(addTask, { token, body })).status).toBe(200)
})

test('the undo of a removal works also in an archived domain', async () => {
  const { app, token, domain, fifth, remove, weeks } = await start()
  await remove({ id: fifth._id })
  const value = { id: domain._id, isArchived: true }
  expect((await app.call(editDomain, { token, body: { value } })).status).toBe(200)
  const body = { weekNo: 5, domain: domain._id, ...taskLines, technicalWorkouts: ['Five'] }
  expect((await app.call(addTask, { token, body })).status).toBe(409)
  expect(await weeks()).toEqual(['7 Seven'])
  expect((await app.call(addTask, { token, body: { ...body, undo: true } })).status).toBe(200)
  expect(await weeks()).toEqual(['5 Five', '7 Seven'])
})

test('of two moves to one week at once, one is refused and nothing is lost', async () => {
  const { fifth, seventh, move, weeks } = await start()
  const replies = await Promise.all([fifth, seventh].map(({ _id: id }) => move({ id, week: 9 })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
    'Week 09 already has a task',
  )
  expect(['5 Five,9 Seven', '7 Seven,9 Five']).toContain((await weeks())?.toSorted().join())
})

test('a move and a new task for one week at once: one is refused and nothing is lost', async () => {
  const { fifth, add, move, weeks } = await start()
  const [moved, added] = await Promise.all([
    move({ id: fifth._id, week: 9 }),
    add({ weekNo: 9, technicalWorkouts: ['Nine'] }),
  ])
  expect([moved.status, added.status].toSorted()).toEqual([200, 409])
  expect(await weeks()).toHaveLength(moved.status === 200 ? 2 : 3)
})

test('swaps in both directions at once lose nothing', async () => {
  const { fifth, seventh, move, weeks } = await start()
  const replies = await Promise.all([
    move({ id: fifth._id, week: 7, swap: true }),
    move({ id: seventh._id, week: 5, swap: true }),
    move({ id: fifth._id, week: 7, swap: true }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await weeks()).toEqual(['5 Seven', '7 Five'])
})

test('a change that is sent again with the same key happens once', async () => {
  const { fifth, move, remove, weeks, actions } = await start()
  const value = { id: fifth._id, week: 7, swap: true }
  await move(value, 'swap')
  expect((await move(value, 'swap')).body.task.week).toBe(7)
  expect(await weeks()).toEqual(['5 Seven', '7 Five'])
  await remove({ id: fifth._id }, 'remove')
  expect((await remove({ id: fifth._id }, 'remove')).status).toBe(200)
  expect(await actions()).toHaveLength(3)
})

test('invalid moves and removals are refused', async () => {
  const { fifth, move, remove, weeks } = await start()
  for (const [value, status, message] of [
    [{ id: 'none', week: 8 }, 404, 'This task does not exist'],
    [{ id: fifth._id, week: 0 }, 400, 'Week number must be at least 1'],
    [{ id: fifth._id, week: 31 }, 400, 'Week number must be at most 30'],
    [{ id: fifth._id, week: 1.5 }, 400, 'Please enter a whole week number'],
    [{ id: fifth._id, week: 'next' }, 400, 'Week number is required'],
    [{ id: fifth._id }, 400, 'Week number is required'],
    [{ week: 8 }, 400, undefined],
    [{ id: fifth._id, week: 8, confirm: 'yes' }, 400, undefined],
  ] as const) {
    const refused = await move(value)
    expect({ value, status: refused.status }).toEqual({ value, status })
    if (message) expect(refused.body.message).toBe(message)
  }
  expect((await remove({ id: 'none' })).status).toBe(404)
  expect((await remove({})).status).toBe(400)
  expect(await weeks()).toEqual(['5 Five', '7 Seven'])
})

test('only an admin moves and removes tasks', async () => {
  const { app, domain, fifth, weeks } = await start()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role, { domain })
    for (const [name, value] of [
      ['move-task', { id: fifth._id, week: 8 }],
      ['remove-task', { id: fifth._id, confirm: true }],
    ] as const) {
      const refused = await app.send('PUT', `/admin/${name}`, { token, body: { value } })
      expect(refused.status).toBe(401)
    }
  }
  expect(await weeks()).toEqual(['5 Five', '7 Seven'])
})
