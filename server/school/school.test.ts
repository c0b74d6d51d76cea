import { expect, test } from 'vitest'
import { editDomain } from '#contract/domains/domains.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getSchool } from '#contract/school/school.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const markAsDemo = ({ context }: TestApp) =>
  context.db.insertInto('facts').values({ name: 'demo', value: 'yes' }).execute()

test('anyone can read the school’s time zone, time and name', async () => {
  const app = await startApp()
  const { status, body } = await app.call(getSchool, {})
  expect(status).toBe(200)
  expect(body).toEqual({
    timeZone: 'America/New_York',
    now: '2026-03-02T17:00:00.000Z',
    name: 'Weekward',
    logo: null,
    hasMailServer: false,
    isSetUp: false,
    bookableDays: 3,
    planEarliestDays: 2,
    holidays: [],
    demoLogins: null,
    oidc: null,
  })
})

test('a school is set up once it has anyone', async () => {
  const app = await startApp()
  await makePerson(app, 'admin')
  expect((await app.call(getSchool, {})).body.isSetUp).toBe(true)
})

test('the demo logins are shown while the server runs with demo data', async () => {
  const app = await startApp({ demo: true })
  expect((await app.call(getSchool, {})).body.demoLogins).toBeNull()
  await markAsDemo(app)
  const password = 'weekward-demo'
  expect((await app.call(getSchool, {})).body.demoLogins).toEqual({
    student: { email: 'student@weekward.test', password },
    advisor: { email: 'advisor@weekward.test', password },
    reviewer: { email: 'reviewer@weekward.test', password },
    admin: { email: 'admin@weekward.test', password },
  })
})

test('the demo logins are not shown once demo data is switched off', async () => {
  const app = await startApp({ demo: false })
  await markAsDemo(app)
  expect((await app.call(getSchool, {})).body.demoLogins).toBeNull()
})

async function summary(app: TestApp) {
  const { token } = await makePerson(app, 'admin')
  const { status, body } = await app.call(getSchoolSummary, { token })
  expect(status).toBe(200)
  return body
}

test('the summary of an empty school is all zeros', async () => {
  const app = await startApp()
  expect(await summary(app)).toEqual({
    students: 0,
    advisors: 0,
    activeAdvisors: 0,
    reviewers: 0,
    domains: 0,
    invited: 0,
    blocked: 0,
    invitedStudents: 0,
    invitedAdvisors: 0,
    invitedReviewers: 0,
    reviewsToSchedule: 0,
    reviewsOverdue: 0,
    reviewsScheduled: 0,
    freeSlots: 0,
    reviewsToPlan: 0,
    reviewsUnmarked: 0,
    reviewsUndecided: 0,
    slotsShort: null,
    withoutAdvisor: [],
    mailsFailed: 0,
    mailsDelayed: 0,
    hasTasks: false,
    hasSlots: false,
    hasMailServer: false,
    hasBackups: false,
    domainsWithoutTasks: 0,
    isProxyUnheard: false,
    backupFailed: null,
    firstDeletion: null,
    studentsByWeek: [],
  })
})

test('the summary counts people and domains, and active students by domain and week', async () => {
  const app = await startApp()
  const web = await makeDomain(app, 'web Development')
  const data = await makeDomain(app, 'Data Analysis')
  await makePerson(app, 'student', { domain: web, week: 2 })
  await makePerson(app, 'student', { domain: web, week: 2 })
  await makePerson(app, 'student', { domain: web, week: 1, blocked: true })
  await makePerson(app, 'student', { domain: data, week: 12 })
  for (const _ of [1, 2]) await makePerson(app, 'student', { verified: false })
  await makePerson(app, 'advisor', { blocked: true })
  await makePerson(app, 'advisor')
  await makePerson(app, 'reviewer', { verified: false })
  await makePerson(app, 'reviewer')

  expect(await summary(app)).toMatchObject({
    students: 6,
    advisors: 2,
    activeAdvisors: 1,
    reviewers: 2,
    domains: 2,
    invited: 3,
    blocked: 2,
    invitedStudents: 2,
    invitedAdvisors: 0,
    invitedReviewers: 1,
    studentsByWeek: [
      { domain: 'Data Analysis', domainId: data._id, week: 12, students: 1 },
      { domain: 'web Development', domainId: web._id, week: 2, students: 2 },
    ],
  })
})

test('the summary counts the domains without a task, but not archived ones', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const web = await makeDomain(app)
  await makeDomain(app)
  const { _id: id, name } = await makeDomain(app)
  const edit = { token, body: { value: { id, name, isArchived: true } } }
  expect((await app.call(editDomain, edit)).status).toBe(200)
  expect(await summary(app)).toMatchObject({ hasTasks: false, domainsWithoutTasks: 2 })
  const lines = {
    personalDevelopmentWorkout: ['Read'],
    technicalWorkouts: ['Write'],
    miscellaneousWorkouts: ['Count'],
  }
  const task = { token, body: { weekNo: 3, domain: web._id, ...lines } }
  expect((await app.call(addTask, task)).status).toBe(200)
  expect(await summary(app)).toMatchObject({ hasTasks: true, domainsWithoutTasks: 1 })
})

test('the summary counts open reviews, but not of the blocked: to schedule, overdue, scheduled', async () => {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const slot = (day: number) => makeSlot(app, reviewer, monday + day * dayMs)
  await makeReview(app)
  await makeReview(app, { dueAt: monday - 1 })
  await makeReview(app, { dueAt: monday - dayMs })
  await makeReview(app, { dueAt: monday - 1, closed: true })
  const gone = await makePerson(app, 'student', { blocked: true })
  await makeReview(app, { student: gone, dueAt: monday - dayMs })
  await makeReview(app, { student: gone, slot: await slot(4) })
  await makeReview(app, { slot: await slot(1), dueAt: monday - 1 })
  await makeReview(app, { slot: await slot(2), conducted: true })
  await makeReview(app, { slot: await slot(3), closed: true })

  expect(await summary(app)).toMatchObject({
    reviewsToSchedule: 3,
    reviewsOverdue: 1,
    reviewsScheduled: 1,
  })
})

test('the summary counts reviews that can be planned now, and those without marks or decision', async () => {
  const app = await startApp({ bookableDays: 3, planEarliestDays: 2 })
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = (day: number) => makeSlot(app, reviewer, monday + day * dayMs)
  for (const day of [-1, 4, 5]) await makeReview(app, { dueAt: monday + day * dayMs })
  await makeReview(app, { advisor, slot: await slot(-4), dueAt: monday - 4 * dayMs })
  await makeReview(app, { advisor, slot: await slot(-1), dueAt: monday - dayMs })
  const old = { conducted: true, dueAt: monday - 4 * dayMs }
  await makeReview(app, { advisor, slot: await slot(-5), ...old })
  const gone = await makePerson(app, 'student', { blocked: true })
  await makeReview(app, { student: gone, slot: await slot(-6), ...old })

  expect(await summary(app)).toMatchObject({
    reviewsToSchedule: 3,
    reviewsToPlan: 2,
    reviewsUnmarked: 1,
    reviewsUndecided: 1,
  })
})

test('the summary counts the free slots that can still be booked', async () => {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const midnightAfterHorizon = Date.parse('2026-03-05T05:00:00Z')
  await makeSlot(app, reviewer, monday)
  await makeSlot(app, reviewer, monday + 30 * minuteMs)
  await makeSlot(app, reviewer, midnightAfterHorizon - 30 * minuteMs)
  await makeSlot(app, reviewer, midnightAfterHorizon)
  await makeReview(app, { slot: await makeSlot(app, reviewer, monday + dayMs) })
  const blocked = await makePerson(app, 'reviewer', { blocked: true })
  await makeSlot(app, blocked, monday + dayMs)

  expect(await summary(app)).toMatchObject({ freeSlots: 2 })
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      saved_at: monday,
      buffer: 0,
      most_a_day: null,
      notice: 60,
    })
    .execute()
  expect(await summary(app)).toMatchObject({ freeSlots: 1 })
})

test('slots are short on the first day by which more reviews are due than can be booked', async () => {
  const app = await startApp()
  const domain = await makeDomain(app)
  const reviewer = await makeReviewerIn(app, domain)
  const waits = async (dueAt: number, blocked = false) =>
    makeReview(app, { dueAt, student: await makePerson(app, 'student', { domain, blocked }) })
  for (const days of [1, 2]) await makeSlot(app, reviewer, monday + days * dayMs)
  const dueAt = monday + dayMs
  await waits(dueAt, true)
  await waits(dueAt)
  for (const _ of [1, 2, 3]) await waits(monday + 7 * dayMs)
  expect(await summary(app)).toMatchObject({ reviewsToSchedule: 4, freeSlots: 2, slotsShort: null })
  for (const _ of [1, 2]) await waits(dueAt + dayMs)
  expect(await summary(app)).toMatchObject({ slotsShort: { day: '2026-03-04', due: 3, free: 2 } })
  await waits(monday - dayMs)
  expect(await summary(app)).toMatchObject({ slotsShort: { day: '2026-03-03', due: 2, free: 1 } })
})

/** A reviewer of some domains. */
async function makeReviewerIn(app: TestApp, ...domains: { _id: string }[]) {
  const reviewer = await makePerson(app, 'reviewer')
  const rows = domains.map(({ _id }) => ({ reviewer_id: reviewer._id, domain_id: _id }))
  await app.context.db.insertInto('reviewer_domains').values(rows).execute()
  return reviewer
}

test('slots of one domain do not hide that another one has none', async () => {
  const app = await startApp()
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const reviewer = await makeReviewerIn(app, data)
  for (const hours of [0, 1]) await makeSlot(app, reviewer, monday + dayMs - hours * hourMs)
  await makeReview(app, {
    student: await makePerson(app, 'student', { domain: data }),
    dueAt: monday + dayMs,
  })
  expect(await summary(app)).toMatchObject({ freeSlots: 2, slotsShort: null })
  await makeReview(app, {
    student: await makePerson(app, 'student', { domain: web }),
    dueAt: monday - dayMs,
  })
  expect(await summary(app)).toMatchObject({
    freeSlots: 2,
    slotsShort: { domain: 'Web', day: '2026-03-03', due: 1, free: 0 },
  })
})

test('an admin behind an unconfigured proxy is told so', async () => {
  const behind = { 'x-forwarded-for': '198.51.100.1' }
  const ask = async (trustProxy: string[], headers: Record<string, string>) => {
    const app = await startApp({ trustProxy })
    const { token } = await makePerson(app, 'admin')
    const reply = await app.app.inject({
      url: '/admin/summary',
      headers: { ...headers, authorization: token },
    })
    return reply.json().isProxyUnheard
  }
  expect(await ask([], behind)).toBe(true)
  expect(await ask([], {})).toBe(false)
  expect(await ask(['127.0.0.1'], behind)).toBe(false)
  expect(await ask(['10.0.0.1'], behind)).toBe(true)
  expect(await ask(['127.0.0.1'], { 'x-forwarded-for': '127.0.0.1' })).toBe(false)
  expect(await ask(['10.0.0.1'], {})).toBe(false)
})

test('only an admin sees the summary', async () => {
  const app = await startApp()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    for (const refused of [
      await app.call(getSchoolSummary, { token }),
      await app.call(getSchoolSummary, {}),
    ]) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
})
