import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockUnblock, login, logout, updatePassword } from '#contract/accounts/accounts.ts'
import { setSecondFactorRoles } from '#contract/accounts/second-factor.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { addDomain } from '#contract/domains/domains.ts'
import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { addTask, editTask } from '#contract/tasks/tasks.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin', { name: 'Ada Admin' })
  const read = async (query: EndpointInput<typeof listAuditLog>['query'] = {}) =>
    (await app.call(listAuditLog, { token: admin.token, query })).body
  return { app, admin, read }
}

test('the audit log has a booking: who, when, from where, before and after', async () => {
  const { app, read } = await start()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student', { name: 'Mira Berg' })
  const slot = await makeSlot(app, reviewer, monday + 90 * minuteMs)
  const reviewId = await makeReview(app, { student, advisor })
  const { headers } = await app.call(bookSlot.advisor, {
    token: advisor.token,
    body: { value: { reviewId, reviewer: reviewer._id, slot } },
  })

  expect(await read()).toEqual([
    {
      _id: expect.any(String),
      at: new Date(monday).toISOString(),
      who: { _id: advisor._id, name: advisor.name, email: advisor.email, role: 'advisor' },
      token: null,
      call: 'PUT /advisor/book-slot',
      about: { kind: 'reviews', _id: reviewId, name: 'Mira Berg' },
      deed: 'slot-booked',
      mentions: [
        {
          kind: 'reviews',
          _id: reviewId,
          week: 1,
          student: { _id: student._id, name: 'Mira Berg' },
        },
        {
          kind: 'slots',
          _id: slot,
          startsAt: new Date(monday + 90 * minuteMs).toISOString(),
          reviewer: { _id: reviewer._id, name: reviewer.name },
        },
      ],
      before: { status: 'not-scheduled', slot_id: null },
      after: { status: 'review-scheduled', slot_id: slot },
      address: '127.0.0.1',
      requestId: headers['x-request-id'],
    },
  ])
})

test('a step to the next week leaves an entry for each row it changes', async () => {
  const { app, read } = await start()
  const advisor = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student')
  const id = await makeReview(app, { student, advisor })
  const { body } = await app.call(createReview.advisor, {
    token: advisor.token,
    body: { id, value: { status: 'next-week' } },
  })
  const lines = await read()
  expect(lines.map(({ about, before, after }) => [about._id, before, after])).toEqual([
    [student._id, { week: 1 }, { week: 2 }],
    [body.review._id, null, expect.objectContaining({ week: 2, follows_id: id })],
    [id, { closed_at: null }, { closed_at: monday }],
  ])
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1)
})

test('a refused call leaves no entry; a change leaves one that nobody can change', async () => {
  const { app, admin, read } = await start()
  const add = (name: string) => app.call(addDomain, { token: admin.token, body: { name } })
  await add('Robotics')
  expect((await add('robotics')).status).toBe(409)
  expect(await read()).toHaveLength(1)

  const { db } = app.context
  await expect(sql`update audit_log set call = 'nothing'`.execute(db)).rejects.toThrow(
    'only ever added',
  )
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('only ever added')
  expect(await read()).toMatchObject([{ after: { name: 'Robotics' } }])
})

test('a call that changes nothing leaves no entry', async () => {
  const { app, admin, read } = await start()
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain })
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday)
  const id = await makeReview(app, { student, slot })
  const task = {
    week: 1,
    personalDevelopmentWorkout: ['Read'],
    technicalWorkouts: ['Write'],
    miscellaneousWorkouts: ['Rest'],
  }
  const added = await app.call(addTask, {
    token: admin.token,
    body: { ...task, domain: domain._id, weekNo: 1 },
  })
  const taskId = added.body.task._id
  const contact = { number: '5550001111', address: '1 Main Street' }
  const mark = { code: 50, theory: 60, weekStatus: 'Task Completed' as const }
  const calls = [
    () => app.call(editProfile.student, { token: student.token, body: contact }),
    () => app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } }),
    () => app.call(editTask, { token: admin.token, body: { id: taskId, value: task } }),
    () => app.call(setSecondFactorRoles, { token: admin.token, body: { roles: ['advisor'] } }),
  ]
  for (const call of calls) expect((await call()).status).toBe(200)
  const before = await read()
  for (const call of [...calls, ...calls]) expect((await call()).status).toBe(200)
  expect(await read()).toEqual(before)
})

test('re-sending an invitation leaves an entry', async () => {
  const { app, admin, read } = await start()
  const { _id: id } = await makePerson(app, 'student', { verified: false })
  const body = { id, action: 'block' as const }
  for (const _ of [1, 2]) await app.call(blockUnblock.student, { token: admin.token, body })
  const line = { about: { kind: 'people', _id: id }, deed: 'invited-again' }
  expect(await read()).toMatchObject([line, line])
})

test('logins, logouts and changed passwords are logged without secrets', async () => {
  const { app, read } = await start()
  const person = await onboard(app, 'student')
  const { body } = await app.call(login.student, { body: { email: person.email, password } })
  const token = body.studentToken?.token ?? ''
  const passwords = { oldpass: password, newpass: 'another horse' }
  await app.call(updatePassword.student, { token, body: passwords })
  await app.call(logout.student, { token })

  const lines = await read({ search: person.email })
  expect(lines.map(({ call }) => call)).toEqual([
    'POST /logout',
    'PUT /update-password',
    'POST /login',
    'PUT /set-profile/:id',
    'PUT /set-profile/:id',
    'PUT /set-password/:id',
    'POST /admin/add-student',
  ])
  const changed = lines.find((line) => line.call === 'PUT /update-password')
  expect(changed).toMatchObject({ before: { password_hash: '…' }, after: { password_hash: '…' } })
  expect(lines.map(({ who }) => who?._id).slice(0, 6)).toEqual(Array(6).fill(person._id))
  for (const secret of ['argon2id', password, 'another horse', token, person.secret]) {
    expect(JSON.stringify(lines)).not.toContain(secret)
  }
})

test('a blocked person’s ended sessions are logged with the block', async () => {
  const { app, admin, read } = await start()
  const student = await makePerson(app, 'student')
  const body = { id: student._id, action: 'block' as const }
  await app.call(blockUnblock.student, { token: admin.token, body })
  expect(await read()).toMatchObject([
    { about: { kind: 'sessions' }, before: { person_id: student._id }, after: null },
    { about: { kind: 'people' }, before: { blocked_at: null }, after: { blocked_at: monday } },
  ])
})

test('what has changed of one person is listed, with their reviews, not what they changed of others', async () => {
  const { app, admin, read } = await start()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student', { name: 'Mira Berg' })
  await makePerson(app, 'student', { name: 'Mira Bergman' })
  const slot = await makeSlot(app, reviewer, monday + 90 * minuteMs)
  const reviewId = await makeReview(app, { student, advisor })
  const value = { reviewId, reviewer: reviewer._id, slot }
  await app.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  const body = { id: advisor._id, action: 'block' as const }
  await app.call(blockUnblock.advisor, { token: admin.token, body })
  const actionsOn = async (person: string) => (await read({ person })).map(({ deed }) => deed)
  expect(await actionsOn(student._id)).toEqual(['slot-booked'])
  expect(await actionsOn(advisor._id)).toEqual(['blocked'])
  expect(await actionsOn(admin._id)).toEqual([])
})

test('the audit log can be filtered by person, kind and dates in the school’s time zone', async () => {
  const { app, admin, read } = await start()
  const student = await makePerson(app, 'student', { name: 'Mira Berg' })
  const edit = () =>
    app.call(editProfile.student, {
      token: student.token,
      body: { number: '5550001111', address: `At ${app.time.now}` },
    })
  await edit()
  await app.call(addDomain, { token: admin.token, body: { name: 'Robotics' } })
  // Midnight in New York, five hours behind.
  app.time.now = Date.parse('2026-03-03T05:00:00Z')
  await edit()

  expect(await read({ search: 'mira b' })).toHaveLength(2)
  expect(await read({ search: 'ada admin' })).toHaveLength(1)
  expect(await read({ kind: 'people' })).toHaveLength(2)
  expect(await read({ to: '2026-03-02' })).toHaveLength(2)
  expect(await read({ from: '2026-03-03' })).toHaveLength(1)
  expect(await read({ from: '2026-03-04' })).toEqual([])
})

test('each slot made from a range has its entry', async () => {
  const { app, read } = await start()
  const reviewer = await makePerson(app, 'reviewer')
  const values = { date: '2026-03-04', timeStart: '10:00', timeEnd: '11:00', reviewTime: 30 }
  const { status } = await app.call(addSlots, { token: reviewer.token, body: { values } })
  expect(status).toBe(200)
  expect((await read()).map(({ about, before }) => [about.kind, before])).toEqual([
    ['slots', null],
    ['slots', null],
  ])
})

test('a long audit log is paginated, and only admins can read it', async () => {
  const { app, admin } = await start()
  for (const index of [1, 2, 3, 4, 5]) {
    await app.call(addDomain, { token: admin.token, body: { name: `Domain ${index}` } })
  }
  const pages = await app.readPages<{ after: { name: string } }>(
    '/admin/trail?limit=2',
    admin.token,
  )
  expect(pages.map((page) => page.map(({ after }) => after.name))).toEqual([
    ['Domain 5', 'Domain 4'],
    ['Domain 3', 'Domain 2'],
    ['Domain 1'],
  ])
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    expect((await app.call(listAuditLog, { token })).status).toBe(401)
  }
  expect((await app.call(listAuditLog, {})).status).toBe(401)
})

test('an invalid date and an unknown kind are refused', async () => {
  const { app, admin } = await start()
  const { token } = admin
  const beyond = ['from=0356-02-29', 'to=9999-12-31']
  for (const query of ['from=yesterday', 'to=2026-02-30', 'kind=everything', ...beyond]) {
    expect((await app.send('GET', `/admin/trail?${query}`, { token })).status).toBe(400)
  }
})
