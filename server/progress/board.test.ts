import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { type BoardStudent, getBoard } from '#contract/progress/progress.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'

const daysAgo = (days: number) => monday - days * dayMs

/** An advisor with four students, one of them worse off than the others. */
async function start() {
  const app = await startApp()
  const { db } = app.context
  const [advisor, domain] = [await makePerson(app, 'advisor'), await makeDomain(app, 'Web')]
  const add = async (name: string, dueAt: number) => {
    const student = await makePerson(app, 'student', { name, domain, week: 3 })
    await makeReview(app, { student, advisor, week: 3, dueAt })
    return student
  }
  await add('Well', monday + dayMs)
  await add('Late', daysAgo(9))
  const paused = await add('Paused', daysAgo(20))
  await db
    .updateTable('people')
    .set({ paused_at: monday, pause_reason: 'Leave' })
    .where('id', '=', paused._id)
    .execute()
  const worst = await add('Worst', daysAgo(2))
  await db
    .updateTable('people')
    .set({ verified_at: daysAgo(12) })
    .where('id', '=', worst._id)
    .execute()
  const other = await makePerson(app, 'advisor')
  await makeReview(app, { advisor: other, dueAt: daysAgo(30) })
  const read = async (query: Parameters<typeof ask>[0] = {}) =>
    (await ask(query)).body.map(({ name }) => name)
  const ask = (query: Partial<Record<'search' | 'domain', string>> & Asked) =>
    app.call(getBoard, { token: advisor.token, query })
  return { app, advisor, domain, ask, read }
}

type Asked = { reason?: 'overdue' | 'away'; standing?: BoardStudent['standing'] }

test('an advisor’s board has the worst off first, and paused students last', async () => {
  const { ask, domain } = await start()
  const { body } = await ask({})
  expect(body.map(({ name, standing }) => [name, standing])).toEqual([
    ['Worst', 'at-risk'],
    ['Late', 'at-risk'],
    ['Well', 'on-track'],
    ['Paused', 'on-hold'],
  ])
  expect(body[0]).toMatchObject({
    week: 3,
    domain,
    status: 'not-scheduled',
    startsAt: null,
    lastMark: null,
    concern: [
      { reason: 'overdue', since: new Date(daysAgo(2)).toISOString() },
      { reason: 'away', since: new Date(daysAgo(12)).toISOString() },
    ],
  })
  expect(body.slice(2).map(({ concern }) => concern)).toEqual([[], []])
})

test('the board is filtered by name, domain, reason and standing', async () => {
  const { app, read, domain } = await start()
  const other = await makeDomain(app, 'Data')
  expect(await read({ search: 'wor' })).toEqual(['Worst'])
  expect(await read({ domain: other._id })).toEqual([])
  expect(await read({ domain: domain._id })).toHaveLength(4)
  expect(await read({ reason: 'overdue' })).toEqual(['Worst', 'Late'])
  expect(await read({ reason: 'away' })).toEqual(['Worst'])
  expect(await read({ standing: 'on-track' })).toEqual(['Well'])
  expect(await read({ standing: 'on-hold' })).toEqual(['Paused'])
  expect(await read({ standing: 'at-risk', reason: 'away', search: 'late' })).toEqual([])
})

test('the board comes page by page in the same order', async () => {
  const { app, advisor } = await start()
  const pages = await app.readPages<BoardStudent>('/advisor/board?limit=1', advisor.token)
  expect(pages.map((page) => page.map(({ name }) => name))).toEqual([
    ['Worst'],
    ['Late'],
    ['Well'],
    ['Paused'],
  ])
})

test('the board and the list of students at risk give the same reasons', async () => {
  const { app, ask, advisor } = await start()
  const { token } = await makePerson(app, 'admin')
  const atRisk = await app.call(listStudentsAtRisk, { token, query: { advisor: advisor._id } })
  const listed = new Map(atRisk.body.map(({ _id, concern }) => [_id, concern]))
  const { body } = await ask({ standing: 'at-risk' })
  expect(new Map(body.map(({ _id, concern }) => [_id, concern]))).toEqual(listed)
})
