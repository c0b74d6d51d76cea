import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time.ts'
import { saveNoticeSettings } from '#contract/notices/settings.ts'
import type { Role } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { mailsOff } from '#server/notices/mail/mails-off.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, type TestApp } from '#test/app.ts'
import { mailsTo } from '#test/mail/mails.ts'
import { makePerson, makeReview } from '#test/make.ts'
import { startBooked } from '#test/schools/booked.ts'
import { mailSummaries } from './mail-summaries.ts'

type Person = { _id: string; email: string }

async function likes(app: TestApp, role: Role, { _id }: Person, value: object) {
  const token = await openSession(app.context, _id)
  const saved = await app.call(saveNoticeSettings[role], { token, body: { value } })
  expect(saved.status).toBe(200)
}

/** The summaries that somebody has been mailed, as text, the newest last. */
async function summaries(app: TestApp, { email }: Person) {
  const mails = await mailsTo(app, email)
  return mails.filter(({ kind }) => kind === 'weekly-summary')
}

const school = 'http://weekward.test'

test('each role is mailed what its week is about, on the day that one likes', async () => {
  const of = await startBooked()
  const { app, student, advisor, reviewer, admin } = of
  const waits = await makePerson(app, 'student', { name: 'Ben' })
  await makeReview(app, { student: waits, advisor, dueAt: monday - dayMs })
  for (const [role, person] of Object.entries({ student, advisor, reviewer, admin })) {
    await likes(app, role as Role, person, { weeklySummary: 1 })
  }
  await mailSummaries(app.context)
  const textOf = async (person: Person) => (await summaries(app, person)).map(({ body }) => body)
  const [ofStudent] = await textOf(student)
  expect(ofStudent).toContain('This is how your week 01 stands.')
  expect(ofStudent).toContain(`Mon 2 Mar, 1:00 PM (America/New York) with ${reviewer.name}`)
  const [ofAdvisor] = await textOf(advisor)
  expect(ofAdvisor).toContain('These students wait for you.')
  expect(ofAdvisor).toMatch(/To schedule:? +Ben/)
  expect(ofAdvisor).toMatch(/Overdue:? +Ben/)
  expect(ofAdvisor).toContain(`${school}/advisor`)
  const [ofReviewer] = await textOf(reviewer)
  expect(ofReviewer).toContain('1 review is booked with you in the next 7 days.')
  expect(ofReviewer).toContain(student.name)
  const [ofAdmin] = await textOf(admin)
  expect(ofAdmin).toContain('This is how Weekward stands.')
  expect(ofAdmin).toMatch(/Of them overdue:? +1/)
  expect((await summaries(app, student)).map(({ subject }) => subject)).toEqual(['Your week 01'])
})

test('a summary comes once a week, from the morning of the reader’s own clock on', async () => {
  const of = await startBooked()
  const { app, advisor, student } = of
  await likes(app, 'advisor', advisor, { weeklySummary: 2, timeZone: 'Asia/Tokyo' })
  const count = async () => (await summaries(app, advisor)).length
  // Tuesday, 6:59 AM in Tokyo.
  app.time.now = Date.parse('2026-03-02T21:59:59Z')
  await mailSummaries(app.context)
  expect(await count()).toBe(0)
  app.time.now += 1_000
  await Promise.all([mailSummaries(app.context), mailSummaries(app.context)])
  await mailSummaries(app.context)
  expect(await count()).toBe(1)
  // Another day of the same week brings no second one.
  await likes(app, 'advisor', advisor, { weeklySummary: 3 })
  app.time.now += dayMs
  await mailSummaries(app.context)
  expect(await count()).toBe(1)
  app.time.now += 7 * dayMs
  await mailSummaries(app.context)
  expect(await count()).toBe(2)
  expect(await summaries(app, student)).toEqual([])
})

test('a server that was away on the day sends none later, and one who is blocked gets none', async () => {
  const of = await startBooked()
  const { app, advisor, student } = of
  await likes(app, 'advisor', advisor, { weeklySummary: 2 })
  app.time.now = monday + 2 * dayMs
  await mailSummaries(app.context)
  expect(await summaries(app, advisor)).toEqual([])
  await likes(app, 'student', student, { weeklySummary: 3 })
  const blocked = app.context.db.updateTable('people').set({ blocked_at: monday })
  await blocked.where('id', '=', student._id).execute()
  app.time.now += hourMs
  await mailSummaries(app.context)
  expect(await summaries(app, student)).toEqual([])
})

test('the mail itself can switch the summaries off', async () => {
  const of = await startBooked()
  const { app, advisor } = of
  await likes(app, 'advisor', advisor, { weeklySummary: 1 })
  await inTransaction(app.context, (tx) => mailsOff['weekly-summary'](tx, advisor._id))
  await mailSummaries(app.context)
  expect(await summaries(app, advisor)).toEqual([])
})
