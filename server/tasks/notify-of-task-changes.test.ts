import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications, markNotificationsRead } from '#contract/notifications/list.ts'
import { importTasks } from '#contract/tasks/import-and-export.ts'
import { moveTask, removeTask } from '#contract/tasks/move-and-remove.ts'
import { editTask } from '#contract/tasks/tasks.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { monday } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { recordNotices } from '#test/schools/booked.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

/** A domain with a student in week 5, one in week 7, and others whom no change concerns. */
async function start() {
  const school = await startSchoolWithDomain()
  const { app, token, domain } = school
  await makePerson(app, 'student', { domain, week: 6 })
  await makePerson(app, 'student', { domain, week: 5, blocked: true })
  await makePerson(app, 'student', { domain: await makeDomain(app), week: 5 })
  const [fifth, seventh] = [
    await makePerson(app, 'student', { domain, week: 5 }),
    await makePerson(app, 'student', { domain, week: 7 }),
  ]
  const notified = async () => {
    const { db } = app.context
    const rows = await db.selectFrom('notifications').select('person_id').distinct().execute()
    return new Set(rows.map(({ person_id }) => person_id))
  }
  const read = async (student: { token: string }) => {
    const { body } = await app.call(listNotifications.student, { token: student.token, query: {} })
    return body.map(({ text }) => text).toReversed()
  }
  const edit = (id: string, lines: string[], week = 5) =>
    app.call(editTask, {
      token,
      body: { id, value: { ...taskLines, week, technicalWorkouts: lines } },
    })
  return { ...school, notified, fifth, seventh, read, edit }
}

test('the students of a week are notified in the app of its new, changed and removed task', async () => {
  const { app, token, add, edit, fifth, seventh, read } = await start()
  const { _id: id } = (await add({ weekNo: 5 })).body.task
  app.time.now += 23 * hourMs
  await edit(id, ['Build a table'])
  await app.call(removeTask, { token, body: { value: { id, confirm: true } } })
  expect(await read(fifth)).toEqual([
    'Grace added the task of week 05.',
    'Grace changed the task of week 05.',
    'Grace removed the task of week 05.',
  ])
  expect(await read(seventh)).toEqual([])
  app.time.now += 10 * minuteMs
  await mailNotifications(app.context)
  expect(await app.context.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('of further edits of the day the students are notified once they have read of the last one', async () => {
  const { app, add, edit, fifth, read } = await start()
  const { _id: id } = (await add({ weekNo: 5 })).body.task
  const readAll = () =>
    app.call(markNotificationsRead.student, { token: fifth.token, body: { value: { ids: 'all' } } })
  await readAll()
  await edit(id, taskLines.technicalWorkouts)
  expect(await read(fifth)).toHaveLength(1)
  await edit(id, ['Build a table'])
  await edit(id, ['Build a list'])
  expect(await read(fifth)).toHaveLength(2)
  await readAll()
  await edit(id, ['Build a menu'])
  expect(await read(fifth)).toHaveLength(3)
  app.time.now += 23 * hourMs
  await edit(id, ['Build a form'])
  expect(await read(fifth)).toHaveLength(4)
})

test('when tasks swap their weeks the active students of both weeks are notified, and no others', async () => {
  const { app, token, add, fifth, seventh, notified, read } = await start()
  const { _id: id } = (await add({ weekNo: 5 })).body.task
  await add({ weekNo: 7 })
  const value = { id, week: 7, swap: true, confirm: true }
  await app.call(moveTask, { token, body: { value } })
  expect((await read(fifth)).at(-1)).toBe('Grace replaced the task of week 05.')
  expect((await read(seventh)).at(-1)).toBe('Grace replaced the task of week 07.')
  expect(await notified()).toEqual(new Set([fifth._id, seventh._id]))
})

test('an imported course notifies the students of the weeks that it changes', async () => {
  const { app, token, domain, add, fifth, seventh, read } = await start()
  await add({
    weekNo: 7,
    personalDevelopmentWorkout: ['Read'],
    technicalWorkouts: ['Test'],
    miscellaneousWorkouts: ['Rest'],
  })
  const lines = '## Personal development\n- Read\n## Technical\n- Test\n## Miscellaneous\n- Rest\n'
  const text = `# Week 5\n${lines}# Week 7\n${lines}`
  const reply = await app.call(importTasks, {
    token,
    body: { value: { domain: domain._id, text, apply: 'all' } },
  })
  expect(reply.status).toBe(200)
  expect(await read(fifth)).toEqual(['Grace added the task of week 05.'])
  expect(await read(seventh)).toEqual(['Grace added the task of week 07.'])
})

test('the open pages of a week’s students, their advisors and reviewers show the changed task', async () => {
  const { app, add, fifth, seventh } = await start()
  const [advisor, reviewer] = [await makePerson(app, 'advisor'), await makePerson(app, 'reviewer')]
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  await makeReview(app, { student: fifth, advisor, slot })
  await makeReview(app, { student: seventh })
  const events = recordNotices(app)
  await add({ weekNo: 5 })
  const refreshed = events.filter((event) => event.startsWith('reviews of '))
  expect(refreshed.toSorted()).toEqual(
    [fifth, advisor, reviewer].map(({ _id }) => `reviews of ${_id}`).toSorted(),
  )
})
