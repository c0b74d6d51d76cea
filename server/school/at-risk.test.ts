import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { remindResponsiblePerson } from '#contract/notifications/send-reminder.ts'
import type { ConcernReason } from '#contract/progress/concern.ts'
import {
  getAtRiskCounts,
  listInactivePeople,
  listStudentsAtRisk,
} from '#contract/school/at-risk.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const daysAgo = (days: number) => monday - days * dayMs

/** A review in the place of the one before it, as the database holds it once that is closed. */
async function follow(app: TestApp, before: string, id: string, changed: object = {}) {
  const { db } = app.context
  await db.updateTable('reviews').set({ closed_at: monday }).where('id', '=', before).execute()
  await db
    .updateTable('reviews')
    .set({ follows_id: before, ...changed })
    .where('id', '=', id)
    .execute()
}

const lists: [string[], string[], string[]] = [['Read'], ['Write'], ['Tell']]

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor', { name: 'Ada' })
  const student = (name: string, blocked = false) => makePerson(app, 'student', { name, blocked })
  const { token } = admin
  return {
    app,
    advisor,
    student,
    write: async (domain: { _id: string }, weekNo: number) => {
      const [personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts] = lists
      const workouts = { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts }
      const body = { weekNo, domain: domain._id, ...workouts }
      expect((await app.call(addTask, { token, body })).status).toBe(200)
    },
    count: async () => (await app.call(getAtRiskCounts, { token })).body,
    atRisk: async (query: { reason?: ConcernReason; advisor?: string; student?: string } = {}) =>
      (await app.call(listStudentsAtRisk, { token, query })).body.map(({ name, reasons }) => [
        name,
        ...reasons,
      ]),
    absent: async (query: { why?: 'invited' | 'away' } = {}) =>
      (await app.call(listInactivePeople, { token, query })).body,
  }
}

test('a school without anyone at risk says so', async () => {
  const { app, advisor, count, write, atRisk, absent } = await start()
  const domain = await makeDomain(app)
  await write(domain, 1)
  await makeReview(app, { advisor, student: await makePerson(app, 'student', { domain }) })
  expect(await count()).toEqual({
    overdueByAdvisor: [],
    studentsAtRisk: 0,
    atRisk: {
      overdue: 0,
      repeated: 0,
      critical: 0,
      'no-advisor': 0,
      unmarked: 0,
      undecided: 0,
      repeating: 0,
      falling: 0,
      missed: 0,
      away: 0,
    },
    absent: { invited: 0, away: 0 },
    weeksWithoutTask: [],
  })
  expect([await atRisk(), await absent()]).toEqual([[], []])
})

test('a student is at risk if overdue, on a week for the third time, critical or without an advisor', async () => {
  const { app, advisor, student, count, atRisk } = await start()
  const [late, stuck, low, alone] = [
    await student('Late'),
    await student('Stuck'),
    await student('Low'),
    await student('Alone'),
  ]
  const blocked = await student('Blocked', true)
  await makeReview(app, { student: late, advisor, dueAt: daysAgo(2) })
  await makeReview(app, { student: blocked, advisor, dueAt: daysAgo(3) })
  const [first, second, third] = [
    await makeReview(app, { student: stuck, advisor, week: 3 }),
    await makeReview(app, { student: stuck, advisor, week: 3 }),
    await makeReview(app, { student: stuck, advisor, week: 3, dueAt: monday + dayMs }),
  ]
  await follow(app, first, second)
  expect(await atRisk({ reason: 'repeated' })).toEqual([])
  expect(await atRisk({ reason: 'repeating' })).toEqual([['Stuck', 'repeating']])
  expect(await count()).toMatchObject({ atRisk: { repeated: 0, repeating: 1 } })
  await follow(app, second, third)
  const marked = await makeReview(app, { student: low, advisor })
  const next = await makeReview(app, { student: low, advisor, week: 2, dueAt: monday + 2 * dayMs })
  await follow(app, marked, next)
  const critical = { week_status: 'Task Critical' }
  await app.context.db.updateTable('reviews').set(critical).where('id', '=', marked).execute()
  await makeReview(app, { student: alone, dueAt: daysAgo(1) })
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday + dayMs)
  await makeReview(app, { advisor, slot, dueAt: daysAgo(5) })

  expect(await atRisk()).toEqual([
    ['Late', 'overdue'],
    ['Alone', 'overdue', 'no-advisor'],
    ['Stuck', 'repeated'],
    ['Low', 'critical'],
  ])
  expect(await atRisk({ reason: 'no-advisor' })).toEqual([['Alone', 'overdue', 'no-advisor']])
  expect(await atRisk({ reason: 'overdue', advisor: advisor._id })).toEqual([['Late', 'overdue']])
  expect(await count()).toMatchObject({
    studentsAtRisk: 4,
    atRisk: { overdue: 2, repeated: 1, critical: 1, 'no-advisor': 1 },
    overdueByAdvisor: [
      { advisor: null, reviews: 1 },
      { advisor: { _id: advisor._id, name: 'Ada' }, reviews: 1 },
    ],
  })
})

test('marks Week Repeat put a student at risk before the decision', async () => {
  const { app, advisor, student, count, atRisk } = await start()
  const slot = await makeSlot(app, await makePerson(app, 'reviewer'), daysAgo(1))
  const held = { student: await student('Nora'), advisor, slot, conducted: true, dueAt: monday }
  const id = await makeReview(app, held)
  const marks = { week_status: 'Week Repeat' }
  await app.context.db.updateTable('reviews').set(marks).where('id', '=', id).execute()
  expect(await atRisk()).toEqual([['Nora', 'repeating']])
  expect(await count()).toMatchObject({ studentsAtRisk: 1, atRisk: { repeating: 1 } })
})

test('someone who owes marks or a decision can be reminded, and is shown as reminded that day', async () => {
  const { app, advisor, student } = await start()
  const reviewer = await makePerson(app, 'reviewer', { name: 'Rosa' })
  const blocked = await makePerson(app, 'reviewer')
  const slot = (days: number, of = reviewer) => makeSlot(app, of, daysAgo(days))
  const [simon, stefan, dora] = [
    await student('Simon'),
    await student('Stefan'),
    await student('Dora'),
  ]
  const late = { advisor, dueAt: daysAgo(4) }
  const unmarked = await makeReview(app, { ...late, student: simon, slot: await slot(4) })
  await makeReview(app, { ...late, student: stefan, slot: await slot(4, blocked) })
  await makeReview(app, { student: await student('Otto'), dueAt: daysAgo(4) })
  await makeReview(app, { ...late, student: dora, slot: await slot(5), conducted: true })
  const { db } = app.context
  const block = db.updateTable('people').set({ blocked_at: monday })
  await block.where('id', '=', blocked._id).execute()

  const { token, _id } = await makePerson(app, 'admin')
  const read = async (token: string) =>
    (await app.call(listStudentsAtRisk, { token, query: {} })).body.map(
      ({ name, toRemind, remindedToday }) => [name, toRemind?.name, remindedToday],
    )
  expect(new Set(await read(token))).toEqual(
    new Set([
      ['Simon', 'Rosa', false],
      ['Stefan', undefined, false],
      ['Otto', undefined, false],
      ['Dora', 'Ada', false],
    ]),
  )
  const body = { value: { reviewId: unmarked } }
  expect((await app.call(remindResponsiblePerson.admin, { token, body })).status).toBe(200)
  expect(await read(token)).toContainEqual(['Simon', 'Rosa', true])
  app.time.now += dayMs
  const later = await openSession(app.context, _id)
  expect(await read(later)).toContainEqual(['Simon', 'Rosa', false])
})

test('a student is not at risk on the day the review is due', async () => {
  const { app, advisor, student, count, atRisk } = await start()
  await makeReview(app, { student: await student('Nils'), advisor, dueAt: monday })
  app.time.now = Date.parse('2026-03-02T23:59:59.999-05:00')
  expect(await atRisk()).toEqual([])
  expect(await count()).toMatchObject({ studentsAtRisk: 0, overdueByAdvisor: [] })
  app.time.now += 1
  expect(await atRisk()).toEqual([['Nils', 'overdue']])
  expect(await count()).toMatchObject({ studentsAtRisk: 1, overdueByAdvisor: [{ reviews: 1 }] })
})

test('someone invited days ago who never came, or has not signed in for long, is absent', async () => {
  const { app, count, absent } = await start()
  const { db } = app.context
  async function came(role: 'student' | 'reviewer', name: string, at: number, signedIn?: number) {
    const { _id } = await makePerson(app, role, { name })
    const dates = { created_at: at, verified_at: at }
    await db.updateTable('people').set(dates).where('id', '=', _id).execute()
    if (signedIn === undefined) return
    const known = { person_id: _id, network: '192.0.2.1', signed_in_at: signedIn }
    await db.insertInto('known_networks').values(known).execute()
  }
  await came('student', 'Present', daysAgo(50), daysAgo(13))
  await came('student', 'New', daysAgo(13))
  await came('reviewer', 'Away', daysAgo(40), daysAgo(15))
  for (const [name, days] of [
    ['Waiting', 4],
    ['Just asked', 2],
  ] as const) {
    const { _id } = await makePerson(app, 'student', { name, verified: false })
    await db
      .updateTable('people')
      .set({ created_at: daysAgo(days) })
      .where('id', '=', _id)
      .execute()
  }
  await makePerson(app, 'student', { verified: false, blocked: true })

  expect(await absent()).toMatchObject([
    {
      name: 'Away',
      role: 'reviewer',
      why: 'away',
      lastSeenAt: new Date(daysAgo(15)).toISOString(),
      invitation: null,
    },
    {
      name: 'Waiting',
      role: 'student',
      why: 'invited',
      lastSeenAt: null,
      invitedAt: new Date(daysAgo(4)).toISOString(),
      invitation: {
        sentAt: new Date(daysAgo(4)).toISOString(),
        expiresAt: new Date(daysAgo(-3)).toISOString(),
      },
    },
  ])
  expect((await absent({ why: 'invited' })).map(({ name }) => name)).toEqual(['Waiting'])
  expect((await absent({ why: 'away' })).map(({ name }) => name)).toEqual(['Away'])
  expect(await count()).toMatchObject({ absent: { invited: 1, away: 1 } })
})

test('a week that students have reached needs a task, the one with the most students first', async () => {
  const { app, count, write } = await start()
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  await write(web, 1)
  await makePerson(app, 'student', { domain: web, week: 1 })
  await makePerson(app, 'student', { domain: data, week: 1 })
  await makePerson(app, 'student', { domain: web, week: 2 })
  await makePerson(app, 'student', { domain: web, week: 2 })
  await makePerson(app, 'student', { domain: web, week: 3, blocked: true })
  expect((await count()).weeksWithoutTask).toEqual([
    { domain: web, week: 2, students: 2 },
    { domain: data, week: 1, students: 1 },
  ])
})

test('no task is needed for a week of an archived domain', async () => {
  const { app, count } = await start()
  const domain = await makeDomain(app)
  await makePerson(app, 'student', { domain, week: 1 })
  await app.context.db
    .updateTable('domains')
    .set({ archived_at: monday })
    .where('id', '=', domain._id)
    .execute()
  expect((await count()).weeksWithoutTask).toEqual([])
})

test('an admin sees why a student is at risk, or that they are not', async () => {
  const { app, advisor, student, atRisk } = await start()
  const [late, early] = [await student('Late'), await student('Early')]
  await makeReview(app, { student: late, advisor, dueAt: daysAgo(2) })
  await makeReview(app, { student: early, advisor, dueAt: monday + dayMs })
  expect(await atRisk({ student: late._id })).toEqual([['Late', 'overdue']])
  expect(await atRisk({ student: early._id })).toEqual([])
})
