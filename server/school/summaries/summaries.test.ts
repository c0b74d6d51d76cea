import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { saveNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import type { Role } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { unsubscribeByKind } from '#server/notifications/mail/unsubscribe-by-kind.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { startBookedSchool } from '#test/schools/booked.ts'
import { mailSummaries } from './mail-summaries.ts'

type Person = { _id: string; email: string }

async function likes(app: TestApp, role: Role, { _id }: Person, value: object) {
  const token = await openSession(app.context, _id)
  const saved = await app.call(saveNotificationSettings[role], { token, body: { value } })
  expect(saved.status).toBe(200)
}

/** Returns the summaries mailed to a person as text, newest last. */
async function summaries(app: TestApp, { email }: Person) {
  const mails = await readMailsTo(app, email)
  return mails.filter(({ kind }) => kind === 'weekly-summary')
}

const school = 'http://weekward.test'

test('each role is emailed its own weekly summary, on the chosen day', async () => {
  const of = await startBookedSchool()
  const { app, student, advisor, reviewer, admin } = of
  const waits = await makePerson(app, 'student', { name: 'Ben' })
  await makeReview(app, { student: waits, advisor, dueAt: monday - dayMs })
  for (const [role, person] of Object.entries({ student, advisor, reviewer, admin })) {
    await likes(app, role as Role, person, { weeklySummary: 1 })
  }
  await mailSummaries(app.context)
  const textOf = async (person: Person) => (await summaries(app, person)).map(({ body }) => body)
  const [ofStudent] = await textOf(student)
  expect(ofStudent).toContain('Here is where you stand in week 01.')
  expect(ofStudent).toContain(`Mon 2 Mar, 1:00 PM (America/New York) with ${reviewer.name}`)
  const [ofAdvisor] = await textOf(advisor)
  expect(ofAdvisor).toContain('These students are waiting for you.')
  expect(ofAdvisor).toMatch(/To schedule:? +Ben/)
  expect(ofAdvisor).toMatch(/Overdue:? +Ben/)
  expect(ofAdvisor).toContain(`${school}/advisor`)
  const [ofReviewer] = await textOf(reviewer)
  expect(ofReviewer).toContain('You have 1 review in the next 7 days.')
  expect(ofReviewer).toContain(student.name)
  const [ofAdmin] = await textOf(admin)
  expect(ofAdmin).toContain('Here is how Weekward is doing.')
  expect(ofAdmin).toMatch(/Of these, overdue:? +1/)
  expect((await summaries(app, student)).map(({ subject }) => subject)).toEqual(['Your week 01'])
})

test('a summary names who has the next step of each review', async () => {
  const of = await startBookedSchool()
  const { app, student, advisor, reviewer, admin, other, domain } = of
  const gone = await makePerson(app, 'advisor', { blocked: true })
  const named = (name: string, blocked = false) =>
    makePerson(app, 'student', { name, domain, blocked })
  await makeReview(app, { student: await named('Alone'), advisor: gone })
  await makeReview(app, { student: await named('Out', true), advisor, dueAt: monday - dayMs })
  const passed = await makeSlot(app, other, monday - 5 * dayMs)
  await makeReview(app, { student: await named('Unmarked'), advisor, slot: passed })
  const late = monday - 3 * dayMs
  await makeReview(app, { student: await named('Late'), advisor, dueAt: late })
  const asks = await makeReview(app, { student: await named('Outside', true), advisor })
  const request = { review_id: asks, reason: 'An exam', asked_at: monday }
  await app.context.db.insertInto('reschedule_requests').values(request).execute()
  const people = { advisor, reviewer, other, admin }
  for (const [role, person] of Object.entries(people)) {
    await likes(app, role === 'other' ? 'reviewer' : (role as Role), person, { weeklySummary: 1 })
  }
  app.time.now = monday + 2 * hourMs
  await mailSummaries(app.context)
  const textOf = async (person: Person) => (await summaries(app, person))[0]?.body ?? ''
  const ofAdvisor = await textOf(advisor)
  expect(ofAdvisor).toMatch(/Marks missing:? +Unmarked/)
  expect(ofAdvisor).toMatch(/Overdue:? +Late/)
  expect(ofAdvisor).not.toMatch(/Alone|Out/)
  expect(await textOf(reviewer)).toMatch(new RegExp(`Marks to give:? +${student.name}`))
  // Its advisor follows it up, but its marks are still owed.
  expect(await textOf(other)).toMatch(/Marks to give:? +Unmarked/)
  const ofAdmin = await textOf(admin)
  expect(ofAdmin).toMatch(/Without an advisor:? +Alone/)
  expect(ofAdmin).toMatch(/Late: no slot:? +Late/)
  expect(ofAdmin).toMatch(/Late: no marks:? +Unmarked/)
  expect(ofAdmin).not.toContain('Out')
})

test('a summary is sent once a week, from the morning in the recipient’s time zone', async () => {
  const of = await startBookedSchool()
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

test('a server that was down on the day sends none later, and blocked people get none', async () => {
  const of = await startBookedSchool()
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

test('a summary waits until quiet hours end, past midnight too', async () => {
  const of = await startBookedSchool()
  const { app, advisor, student } = of
  const quiet = (from: string, to: string) => ({ weeklySummary: 1, quietHours: { from, to } })
  await likes(app, 'advisor', advisor, quiet('22:00', '09:00'))
  await likes(app, 'student', student, quiet('06:00', '01:00'))
  const counts = async () => {
    await mailSummaries(app.context)
    return [(await summaries(app, advisor)).length, (await summaries(app, student)).length]
  }
  app.time.now = monday - 3 * hourMs - 1
  expect(await counts()).toEqual([0, 0])
  app.time.now += 1
  expect(await counts()).toEqual([1, 0])
  app.time.now = monday + 13 * hourMs - 1
  expect(await counts()).toEqual([1, 0])
  app.time.now += 1
  expect(await counts()).toEqual([1, 1])
  app.time.now += 2 * hourMs
  expect(await counts()).toEqual([1, 1])
})

test('a student’s summary has new marks and a past review', async () => {
  const of = await startBookedSchool()
  const { app, student, advisor, reviewer, id } = of
  await likes(app, 'student', student, { weeklySummary: 1, timeZone: 'Europe/Berlin' })
  const readMailed = async () => {
    await app.context.db.deleteFrom('weekly_summaries').execute()
    await app.context.db.deleteFrom('outbox').execute()
    await mailSummaries(app.context)
    return (await summaries(app, student))[0]?.body ?? ''
  }
  expect(await readMailed()).toContain(
    `Review: Mon 2 Mar, 7:00 PM (Europe/Berlin), 1:00 PM at the school with ${reviewer.name}`,
  )
  // It may have begun, and is not over.
  app.time.now = monday + 2 * hourMs - 1
  expect(await readMailed()).not.toContain('Was on')
  app.time.now += 1
  expect(await readMailed()).toContain('Review: Was on Mon 2 Mar')
  const mark = { code: 8, theory: 7, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
  const marked = await readMailed()
  expect(marked).toContain(
    'Marks: Code 8, theory 7\nNext step: Your advisor will decide how you continue',
  )
  expect(marked).not.toContain('1:00 PM')
  const blocked = app.context.db.updateTable('people').set({ blocked_at: monday })
  await blocked.where('id', '=', advisor._id).execute()
  expect(await readMailed()).toContain(
    'Your school will assign you an advisor, who will decide how you continue',
  )
})

test('summaries can be switched off from the email', async () => {
  const of = await startBookedSchool()
  const { app, advisor } = of
  await likes(app, 'advisor', advisor, { weeklySummary: 1 })
  await inTransaction(app.context, (tx) => unsubscribeByKind['weekly-summary'](tx, advisor._id))
  await mailSummaries(app.context)
  expect(await summaries(app, advisor)).toEqual([])
})

test('a summary that cannot be written does not keep others from theirs', async () => {
  const of = await startBookedSchool()
  const { app, advisor, reviewer } = of
  const people = [
    { ...advisor, role: 'advisor' as const },
    { ...reviewer, role: 'reviewer' as const },
  ]
  const [stuck, other] = people.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  if (!stuck || !other) throw new Error('there are two')
  for (const person of people) await likes(app, person.role, person, { weeklySummary: 1 })
  const settings = app.context.db.updateTable('notification_settings').set({ zone: 'Nowhere' })
  await settings.where('person_id', '=', stuck._id).execute()
  await expect(mailSummaries(app.context)).rejects.toThrow('not all summaries were emailed')
  expect(await summaries(app, stuck)).toEqual([])
  expect(await summaries(app, other)).toHaveLength(1)
})
