import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getPerson } from '#contract/people/people.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'

test('an admin reads one person: the list’s columns, when they were invited, and their domains', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const student = await makePerson(app, 'student', { domain: web, week: 4 })
  const reviewer = await makePerson(app, 'reviewer', { blocked: true })
  await app.context.db
    .updateTable('people')
    .set({ dob: '1999-03-02', age: 20, gender: 'female', number: '5550001111' })
    .set({ address: '1 Main Street', qualification: 'BSc' })
    .where('id', '=', student._id)
    .execute()
  await app.context.db
    .insertInto('reviewer_domains')
    .values([web, data].map(({ _id }) => ({ reviewer_id: reviewer._id, domain_id: _id })))
    .execute()
  const read = async (id: string) => (await app.call(getPerson, { token, query: { id } })).body
  expect(await read(student._id)).toEqual({
    _id: student._id,
    name: student.name,
    email: student.email,
    role: 'student',
    isProfileVerified: true,
    isBlocked: false,
    domain: web,
    week: 4,
    domains: [web],
    hasSecondFactor: false,
    failedMail: null,
    students: null,
    blockedStudents: null,
    pausedStudents: null,
    overdueReviews: null,
    advisor: null,
    firstAdvisor: null,
    invitedStudents: 0,
    turn: null,
    bookedReviews: 0,
    invitation: null,
    profile: {
      dob: '1999-03-02',
      age: 27,
      gender: 'female',
      number: '5550001111',
      shownNumber: '5550001111',
      phoneNumbers: 'ten-digits',
      address: '1 Main Street',
      qualification: 'BSc',
    },
    invitedAt: '2026-03-02T17:00:00.000Z',
    undoable: { block: null, pause: null, finish: null, handOver: null },
    isPaused: false,
    pausedUntil: null,
    pauseReason: null,
    finished: null,
    finishReason: null,
  })
  expect(await read(reviewer._id)).toMatchObject({
    role: 'reviewer',
    isBlocked: true,
    domain: [data, web],
    domains: [data, web],
  })
})

test('an advisor’s page shows how many students and overdue reviews they have', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  await makeReview(app, { advisor })
  await makeReview(app, { advisor, dueAt: app.time.now - dayMs })
  const { body } = await app.call(getPerson, { token, query: { id: advisor._id } })
  expect(body).toMatchObject({ role: 'advisor', students: 2, overdueReviews: 1, domains: [] })
})

test('an advisor’s page counts the invited students who are to start with them', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [ada, ben] = [await makePerson(app, 'advisor'), await makePerson(app, 'advisor')]
  for (const [verified, advisor] of [
    [false, ada],
    [false, ada],
    [true, ada],
    [false, ben],
  ] as const) {
    const student = await makePerson(app, 'student', { verified })
    await app.context.db
      .updateTable('people')
      .set({ first_advisor_id: advisor._id })
      .where('id', '=', student._id)
      .execute()
  }
  const { body } = await app.call(getPerson, { token, query: { id: ada._id } })
  expect(body).toMatchObject({ students: 0, invitedStudents: 2 })
})

test('an admin is read like others, without domains or a profile', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { _id: id, name } = await makePerson(app, 'admin', { blocked: true })
  const { body } = await app.call(getPerson, { token, query: { id } })
  expect(body).toMatchObject({ role: 'admin', name, isBlocked: true, domains: [], students: null })
  expect(body.profile).toMatchObject({ number: null, address: null })
})

test('unknown people are not found', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { status, body } = await app.call(getPerson, { token, query: { id: 'nobody' } })
  expect({ status, body }).toEqual({
    status: 404,
    body: { message: 'This person does not exist' },
  })
})
