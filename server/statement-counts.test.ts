import { expect, onTestFinished, test } from 'vitest'
import { setProfile } from '#contract/accounts/accounts.ts'
import { listPersonSessions } from '#contract/accounts/sessions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/rebooking-settings.ts'
import { getDayLoads, listReviewerLoads } from '#contract/calendar/calendar.ts'
import { countDomainPeople } from '#contract/domains/domains.ts'
import { getFeedback } from '#contract/feedback.ts'
import { listHours } from '#contract/hours.ts'
import { getInsight } from '#contract/insight.ts'
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listMails } from '#contract/mails.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { getPlan, listBestSlots } from '#contract/plan.ts'
import { getBoard, getProgress } from '#contract/progress/progress.ts'
import { handOverStudents, undoHandOver } from '#contract/reviews/hand-over-students.ts'
import { updateMark, updateTaskStatus } from '#contract/reviews/marking.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import {
  getAtRiskCounts,
  listInactivePeople,
  listStudentsAtRisk,
} from '#contract/school/at-risk.ts'
import { getHolidayEffects } from '#contract/school/holiday-effects.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { getWork, saveWork } from '#contract/work.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { choosePassword, invitePerson, makeProfile } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp } from '#test/app.ts'
import { createTestDatabase } from '#test/databases/database.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer, addWaitingReview } from '#test/plan/factories.ts'
import { openRecordingDatabase } from '#test/recorded-statements.ts'
import { giveRubric, makeCriterion } from '#test/schools/rubrics.ts'

/** A school whose statements are counted, but for those that begin and end a transaction. */
async function start() {
  const database = await createTestDatabase()
  const { db, statements } = openRecordingDatabase(database.address)
  onTestFinished(() => db.destroy())
  const app = await startApp({}, { on: Promise.resolve({ ...database, db }) })
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await addReviewer(app, [domain])
  const waits = () => addWaitingReview(app, { domain, advisor })
  const slotIn = (hours: number) => makeSlot(app, reviewer, monday + hours * hourMs)
  const admin = await makePerson(app, 'admin')
  const count = async <E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string } = {},
  ) => {
    const { token } = endpoint.role === 'admin' ? admin : advisor
    const before = statements.length
    const { status } = await app.call(endpoint, { token, ...input })
    expect(status).toBe(200)
    return statements.length - before
  }
  return { app, domain, reviewer, waits, slotIn, count, statements }
}

test('a booking takes eleven statements, a task state six, a list two, the admin’s home twelve', async () => {
  const { reviewer, waits, slotIn, count } = await start()
  const reviewId = await waits()
  const value = { reviewId, reviewer: reviewer._id, slot: await slotIn(30) }
  expect(await count(bookSlot.advisor, { body: { value } })).toBe(11)
  const given = { id: reviewId, value: { seminar: 'completed' as const } }
  expect(await count(updateTaskStatus.advisor, { body: given })).toBe(6)
  expect(await count(listReviews.advisor, { query: {} })).toBe(2)
  expect(await count(getSchoolSummary)).toBe(12)
})

test('completing a profile reads the invitation once', async () => {
  const { app, domain, count, statements } = await start()
  const invited = await invitePerson(app, 'student')
  await choosePassword(app, invited)
  const input = { params: { id: invited.secret }, body: makeProfile([domain]) }
  const taken = await count(setProfile.student, input)
  const reads = statements.slice(-taken).filter(({ sql }) => /^select .*"invitations"/s.test(sql))
  expect(reads).toHaveLength(1)
})

test('a student’s home takes three statements, with a slot two; a save while typing four, reading the work two', async () => {
  const { app, slotIn, count } = await start()
  const { token, ...student } = await makePerson(app, 'student')
  await makeReview(app, { student })
  expect(await count(getHome, { token })).toBe(3)
  const { token: booked, ...bookedStudent } = await makePerson(app, 'student')
  await makeReview(app, { student: bookedStudent, slot: await slotIn(1) })
  expect(await count(getHome, { token: booked })).toBe(2)
  const links = Array.from({ length: 20 }, (_, nth) => ({
    kind: 'other' as const,
    url: `https://school.test/${nth}`,
    note: 'See',
  }))
  for (const value of [
    { note: 'x' },
    { ticks: ['Read', 'Build'], links, note: 'y'.repeat(4_000) },
  ]) {
    expect(await count(saveWork, { token, body: { value } })).toBe(4)
  }
  expect(await count(getWork, { token })).toBe(2)
})

test('a call by API token takes as many statements as one by session', async () => {
  const { app, count } = await start()
  const { token: session, ...student } = await makePerson(app, 'student')
  await makeReview(app, { student })
  const { token } = await makeApiToken(app, student._id)
  const counts = []
  for (const caller of [token, session]) {
    // The first use within a minute is noted.
    await count(getHome, { token: caller })
    counts.push(await count(getHome, { token: caller }))
    counts.push(await count(saveWork, { token: caller, body: { value: { note: 'x' } } }))
  }
  expect(counts).toEqual([3, 4, 3, 4])
})

test('a first mark with one criterion takes 20 statements, a later one with twenty 14', async () => {
  const { app, domain, count } = await start()
  const { token: admin } = await makePerson(app, 'admin')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const student = await makePerson(app, 'student', { domain })
  const id = await makeReview(app, { student, slot })
  const counts = []
  for (const criteria of [1, 20]) {
    const all = Array.from({ length: criteria }, (_, nth) =>
      makeCriterion(`${nth}`, 'code', 100 / criteria),
    )
    const given = await giveRubric(app, { token: admin }, domain, all)
    const rubric = Object.fromEntries(given.map(({ _id, points }) => [_id, points]))
    const mark = { code: 100, theory: 0, weekStatus: '' } as const
    const body = { id, value: { mark, rubric } }
    counts.push(await count(updateMark, { token: reviewer.token, body }))
  }
  expect(counts).toEqual([20, 14])
})

test('marks take sixteen statements, with feedback three more; reading feedback takes two', async () => {
  const { app, reviewer, slotIn, count } = await start()
  const { token } = reviewer
  const mark = { code: 70, theory: 70, weekStatus: 'Task Completed' as const }
  const save = async (hours: number, value: object) => {
    const student = await makePerson(app, 'student')
    const id = await makeReview(app, { student, slot: await slotIn(hours) })
    const marking = { token, body: { id, value: { mark, ...value } } }
    const statements = await count(updateMark, marking)
    const reading = { token: student.token, query: { id } }
    return { statements, read: await count(getFeedback.student, reading) }
  }
  expect(await save(1, {})).toEqual({ statements: 16, read: 2 })
  const texts = { feedback: 'x'.repeat(10_000), note: 'y' }
  expect(await save(2, texts)).toEqual({ statements: 19, read: 2 })
})

test('the number of statements for a plan, best slots, offers and loads is constant', async () => {
  const { app, domain, waits, slotIn, count } = await start()
  const review = await waits()
  await slotIn(1)
  const ask = async () => [
    await count(getPlan),
    await count(listBestSlots.advisor, { query: { review } }),
    await count(listFreedSlotOffers),
    await count(listReviewerLoads.advisor, { query: {} }),
  ]
  const few = await ask()
  for (let more = 0; more < 5; more++) await waits()
  for (const other of [0, 1, 2]) {
    const reviewer = await addReviewer(app, [domain])
    for (let hours = 1; hours < 40; hours++) {
      await makeSlot(app, reviewer, monday + (hours + other / 4) * hourMs)
    }
  }
  // Fewer where a plan shares what was read for the one before.
  const more = (await ask()).filter((count, place) => count > (few[place] ?? 0))
  expect(more).toEqual([])
})

test('the number of statements for homes, pickers and lists is constant', async () => {
  const { domain, waits, slotIn, app, count } = await start()
  await waits()
  await slotIn(1)
  const ask = async () => [
    await count(listReviews.advisor, { query: { type: 'booking' } }),
    await count(getBoard, { query: {} }),
    await count(listReviewers),
    await count(listReviewers, { query: { limit: 2 } }),
    await count(getDayLoads.advisor, { query: {} }),
    await count(getSchoolSummary),
    await count(getInsight),
    await count(listHours.admin),
    await count(getAtRiskCounts),
    await count(listStudentsAtRisk, { query: {} }),
    await count(listInactivePeople, { query: {} }),
    await count(listPeople.student, { query: {} }),
    await count(listPeople.student, { query: { state: 'waiting' } }),
    await count(listPeople.advisor, { query: {} }),
    await count(listPeople.reviewer, { query: {} }),
    await count(countDomainPeople, { query: { id: domain._id } }),
    await count(getHolidayEffects, { query: { from: '2026-03-01', to: '2026-04-30' } }),
  ]
  const few = await ask()
  for (const other of [0, 1, 2]) {
    const reviewer = await addReviewer(app, [domain], { buffer: 15, mostADay: 2, notice: 90 })
    await makePerson(app, 'advisor')
    await waits()
    for (let hours = 1; hours < 5; hours++) {
      await makeSlot(app, reviewer, monday + (hours + other / 4) * hourMs)
    }
  }
  expect(await ask()).toEqual(few)
})

test('however many bookings a reviewer’s block would touch, showing them takes as many statements', async () => {
  const { app, domain, reviewer, slotIn, count } = await start()
  const book = async (hours: number) =>
    makeReview(app, {
      student: await makePerson(app, 'student', { domain }),
      slot: await slotIn(hours),
    })
  const ask = () => count(listBookingsAffectedByReviewerBlock, { query: { id: reviewer._id } })
  await book(1)
  const few = await ask()
  for (const hours of [2, 3, 4]) await book(hours)
  expect(await ask()).toEqual(few)
})

test('a student’s progress takes as many statements however many reviews there are', async () => {
  const { app, count } = await start()
  const student = await makePerson(app, 'student')
  const ask = async () => [
    await count(getProgress.student, { token: student.token }),
    await count(getProgress.admin, { query: { student: student._id } }),
  ]
  await makeReview(app, { student })
  const few = await ask()
  for (const week of [2, 3, 4]) await makeReview(app, { student, week, closed: true })
  expect(await ask()).toEqual(few)
})

test('the number of statements for a person’s sessions, emails and changes is constant', async () => {
  const { app, count } = await start()
  const { db } = app.context
  const { _id } = await makePerson(app, 'student')
  const query = { person: _id }
  const ask = async () => [
    await count(getPerson, { query: { id: _id } }),
    await count(listPersonSessions, { query }),
    await count(listMails, { query }),
    await count(listAuditLog, { query }),
  ]
  const add = async (id: string) => {
    await openSession(app.context, _id)
    const mail = { recipient: 'ana@school.test', subject: '', body: '', attempts: 0 }
    const at = { created_at: monday, due_at: monday }
    await db
      .insertInto('outbox')
      .values({ id, person_id: _id, ...mail, ...at })
      .execute()
    const line = {
      person_id: _id,
      call: 'PUT /x',
      address: '',
      request_id: '',
      kind: 'people',
    } as const
    await db
      .insertInto('audit_log')
      .values({ id, at: monday, ...line, subject_id: _id, before: null, after: null })
      .execute()
  }
  await add('first')
  const few = await ask()
  for (const id of ['second', 'third', 'fourth']) await add(id)
  expect(await ask()).toEqual(few)
})

test('a handover takes as many statements however many invited students move', async () => {
  const { app, count } = await start()
  const [from, to] = [await makePerson(app, 'advisor'), await makePerson(app, 'advisor')]
  const invite = async () => {
    const { _id } = await makePerson(app, 'student', { verified: false })
    await app.context.db
      .updateTable('people')
      .set({ first_advisor_id: from._id })
      .where('id', '=', _id)
      .execute()
  }
  const ask = async () => [
    await count(handOverStudents, { body: { value: { from: from._id, to: to._id } } }),
    await count(undoHandOver, { body: { value: { from: from._id } } }),
  ]
  await invite()
  const few = await ask()
  for (let more = 0; more < 3; more++) await invite()
  expect(await ask()).toEqual(few)
})
