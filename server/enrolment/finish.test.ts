import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { finishStudent, reopenStudent } from '#contract/enrolment.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { getPlan } from '#contract/plan.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { getHome, getWeeklyReview, listOwnReviews } from '#contract/reviews/reviews.ts'
import { studentFinishedReason } from '#contract/reviews/scheduling/cancellation.ts'
import { listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import { makeRelatedPeople } from '#test/rights/related-people.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

type Value = Record<string, unknown>

/** A booked review, and calls that finish and reopen its student. */
async function start() {
  const school = await startBookedSchool()
  const { app, admin, student } = school
  const { token } = admin
  const send = (path: string, value: Value) =>
    app.send<{ message: string }>('PUT', path, {
      token,
      body: { value: { id: student._id, ...value } },
    })
  return {
    ...school,
    finish: (value: Value = {}) =>
      send('/admin/finish-student', { outcome: 'graduated', ...value }),
    reopen: (value: Value = {}) => send('/admin/reopen-student', value),
    undoFinish: () => send('/admin/reopen-student', { undo: true }),
    pause: () => send('/admin/pause-student', { reason: 'Ill' }),
    home: async () => (await app.call(getHome, { token: student.token })).body,
    own: async () => (await app.call(listOwnReviews, { token: student.token })).body,
    texts: async (role: 'student' | 'advisor' | 'reviewer') =>
      (await app.call(listNotifications[role], { ...school[role], query: {} })).body.map(
        ({ text }) => text,
      ),
  }
}

test('finishing closes the open review and frees its slot, and everybody involved is told', async () => {
  const { app, finish, own, history, texts, admin, student, slot } = await start()
  const { status, body } = await finish({ reason: 'All weeks done' })
  expect([status, body]).toEqual([200, { message: 'Course finished' }])
  expect(await own()).toMatchObject([
    { isClosed: true, status: 'not-scheduled', startsAt: null, turn: null },
  ])
  expect((await history('advisor')).at(-1)).toMatchObject({
    what: 'cancelled',
    reason: studentFinishedReason,
    from: { _id: slot, isBooked: false },
  })
  expect((await texts('student'))[0]).toBe(
    `${admin.name} recorded that you have graduated: All weeks done.`,
  )
  expect((await texts('advisor'))[0]).toBe(
    `${admin.name} recorded that ${student.name} has graduated: All weeks done.`,
  )
  expect((await texts('reviewer'))[0]).toMatch(/: The student has finished the course\.$/)
  expect((await texts('student'))[1]).toMatch(/cancelled your .+: Your course has ended\.$/)
  const query = { state: 'finished' } as const
  const listed = await app.call(listPeople.student, { ...admin, query })
  expect(listed.body).toMatchObject([{ _id: student._id, finished: 'graduated' }])
  const active = await app.call(listPeople.student, { ...admin, query: { state: 'active' } })
  expect(active.body).toEqual([])
})

test('an alumna signs in and reads everything of her own', async () => {
  const { app, finish, home, student, id } = await start()
  await finish({ outcome: 'left' })
  expect(await home()).toMatchObject({ _id: id, finished: 'left', pause: null })
  const { token } = student
  for (const { status } of [
    await app.call(listOwnReviews, { token }),
    await app.call(getWeeklyReview, { token, query: { week: id } }),
    await app.call(listWeeklyTasks, { token }),
  ]) {
    expect(status).toBe(200)
  }
})

test('an alumna changes nothing but her account: every other call is refused', async () => {
  const { app, finish, student } = await start()
  await finish()
  const circle = await makeRelatedPeople(app)
  const statuses: Record<string, number> = {}
  for (const [name, { input }] of sessionCalls) {
    const endpoint = endpoints.get(name)
    if (endpoint?.role !== 'student' || endpoint.method === 'GET') continue
    const { body } = input(circle)
    // Some of them end sessions.
    const token = await openSession(app.context, student._id)
    statuses[name] = (await app.send(endpoint.method, endpoint.path, { token, body })).status
  }
  const refused = Object.keys(statuses).filter((name) => statuses[name] === 403)
  expect(refused.toSorted()).toEqual([
    'POST /calendar-link',
    'PUT /ask-other-time',
    'PUT /edit-profile',
    'PUT /no-show',
    'PUT /reply-feedback',
    'PUT /withdraw-wish',
    'PUT /work',
  ])
  // The account's calls go on to their own rules.
  expect(statuses).toMatchObject({ 'PUT /notice-settings': 200, 'POST /logout': 200 })
})

test('nothing makes a new review for an alumna, and nothing is planned', async () => {
  const { app, finish, advisor, id, own, book, undo } = await start()
  await finish()
  const body = { id, value: { status: 'next-week' as const } }
  const decided = await app.call(createReview.advisor, { token: advisor.token, body })
  expect([decided.status, decided.body]).toEqual([
    409,
    { message: 'This student has finished the course' },
  ])
  expect((await book()).status).toBe(409)
  expect((await undo('advisor')).status).toBe(409)
  expect((await app.call(getPlan, { token: advisor.token })).body).toEqual([])
  expect(await own()).toHaveLength(1)
})

test('reopening opens the review again, due in seven days, with the advisor', async () => {
  const { finish, reopen, own, advisor, texts, admin, app, home } = await start()
  await finish()
  app.time.now += 20 * minuteMs
  const { status, body } = await reopen()
  expect([status, body]).toEqual([200, { message: 'Course reopened' }])
  expect(await own()).toMatchObject([
    {
      isClosed: false,
      status: 'not-scheduled',
      advisor: { _id: advisor._id },
      date: toIsoInstant(app.time.now + 7 * dayMs),
      turn: { step: 'book' },
    },
  ])
  expect((await texts('advisor'))[0]).toMatch(`${admin.name} reopened`)
  expect(await home()).toMatchObject({ finished: null })
})

test('after a marked review, and without an active advisor, reopening opens another one of the week', async () => {
  const { app, finish, reopen, own, advisor, id } = await start()
  const { db } = app.context
  await db
    .updateTable('reviews')
    .set({ status: 'conducted', marked_at: monday })
    .where('id', '=', id)
    .execute()
  await finish()
  await db.updateTable('people').set({ blocked_at: monday }).where('id', '=', advisor._id).execute()
  expect((await reopen()).status).toBe(200)
  expect(await own()).toMatchObject([
    { _id: id, isClosed: true, status: 'conducted' },
    { week: 1, isClosed: false, status: 'not-scheduled', advisor: null, turn: { step: 'assign' } },
  ])
})

test('undoing a reopening takes the review away that it opened, unless it was used', async () => {
  const { app, finish, reopen, undoFinish, own, book, later, id, advisor } = await start()
  const { db } = app.context
  // What is decided about others meanwhile makes no difference.
  const otherId = await makeReview(app, { advisor })
  await db
    .updateTable('reviews')
    .set({ status: 'conducted', marked_at: monday })
    .where('id', '=', id)
    .execute()
  await finish()
  const before = await own()
  app.time.now += minuteMs
  await reopen()
  expect(await own()).toHaveLength(2)
  const body = { id: otherId, value: { status: 'next-week' as const } }
  const decided = await app.call(createReview.advisor, { token: advisor.token, body })
  expect(decided.status).toBe(200)
  expect((await finish()).status).toBe(200)
  expect(await own()).toEqual(before)
  // It comes back if the course goes on after all.
  await undoFinish()
  const [, again] = await own()
  expect(again).toMatchObject({ isClosed: false, turn: { step: 'book' } })
  expect((await book({ reviewId: again?._id, slot: later })).status).toBe(200)
  await finish()
  expect(await own()).toMatchObject([{ _id: id }, { _id: again?._id, isClosed: true }])
})

test('a review that a decision opened stays when the course ends right after it', async () => {
  const { app, finish, own, advisor, id } = await start()
  const body = { id, value: { status: 'next-week' as const } }
  await app.call(createReview.advisor, { token: advisor.token, body })
  await finish()
  expect(await own()).toMatchObject([{ _id: id }, { week: 2, isClosed: true }])
})

test('undoing the end of a course restores review, slot and due date, for ten minutes, and says so', async () => {
  const { app, finish, undoFinish, own, admin, student, texts } = await start()
  const before = await own()
  await finish()
  const query = { id: student._id }
  const { body: details } = await app.call(getPerson, { token: admin.token, query })
  expect(details.undoable).toMatchObject({ finish: toIsoInstant(monday), pause: null })
  app.time.now += 10 * minuteMs
  expect((await undoFinish()).body).toEqual({ message: 'The course continues' })
  expect(await own()).toEqual(before)
  expect((await texts('student'))[0]).toMatch(`${admin.name} reopened your course`)
  expect((await texts('advisor'))[0]).toMatch(`${admin.name} reopened`)
  await finish()
  app.time.now += 10 * minuteMs + 1
  const late = await undoFinish()
  expect([late.status, late.body]).toEqual([
    409,
    { message: 'The end of a course can be undone for 10 minutes' },
  ])
})

test('undoing the end of a course takes the week that was edited since, but not for given marks', async () => {
  const { app, finish, undoFinish, own, admin, student, id } = await start()
  const { token } = admin
  const edit = (week: number) =>
    app.call(editPerson.student, { token, body: { value: { id: student._id, week } } })
  await finish()
  await edit(3)
  await undoFinish()
  expect(await own()).toMatchObject([{ _id: id, week: 3, isClosed: false }])
  await app.context.db
    .updateTable('reviews')
    .set({ status: 'conducted', marked_at: monday })
    .where('id', '=', id)
    .execute()
  await finish()
  await edit(4)
  await undoFinish()
  expect(await own()).toMatchObject([
    { _id: id, week: 3, isClosed: true },
    { week: 4, isClosed: false },
  ])
})

test('undoing says so if the slot was booked for somebody else since', async () => {
  const { app, finish, undoFinish, book, advisor, own } = await start()
  await finish()
  expect((await book({ reviewId: await makeReview(app, { advisor }) })).status).toBe(200)
  expect((await undoFinish()).body).toEqual({
    message: 'The course continues. The slot is no longer free, so book another one.',
  })
  expect(await own()).toMatchObject([{ isClosed: false, status: 'not-scheduled' }])
})

test('a paused student finishes; undo brings the pause back, reopening does not', async () => {
  const { finish, undoFinish, reopen, pause, home } = await start()
  await pause()
  expect((await finish()).status).toBe(200)
  expect(await home()).toMatchObject({ pause: null, finished: 'graduated' })
  await undoFinish()
  expect(await home()).toMatchObject({ pause: { reason: 'Ill' }, finished: null })
  await finish()
  await reopen()
  expect(await home()).toMatchObject({ pause: null, finished: null })
})

test('the audit log names the end and the new beginning', async () => {
  const { app, finish, reopen, admin, student } = await start()
  await finish({ outcome: 'left', reason: 'Moved away' })
  await reopen()
  const query = { kind: 'people' as const }
  const { body } = await app.call(listAuditLog, { token: admin.token, query })
  expect(body.slice(0, 2)).toMatchObject([
    { deed: 'reopened', about: { _id: student._id } },
    { deed: 'finished', after: { outcome: 'left', finish_reason: 'Moved away' } },
  ])
})

test('what cannot be is refused', async () => {
  const { app, finish, reopen, undoFinish, pause, advisor } = await start()
  const invited = await makePerson(app, 'student', { verified: false })
  for (const [value, status] of [
    [{ outcome: 'won' }, 400],
    [{ outcome: undefined }, 400],
    [{ reason: ' ' }, 400],
    [{ reason: 'x'.repeat(501) }, 400],
    [{ id: 'nobody' }, 404],
    [{ id: advisor._id }, 404],
    [{ id: invited._id }, 409],
  ] as const) {
    expect([value, (await finish(value)).status]).toEqual([value, status])
  }
  const { message } = (await reopen()).body
  expect([message, (await undoFinish()).body.message]).toEqual([
    'This student has not finished the course',
    'This student has not finished the course',
  ])
  expect((await reopen({ id: advisor._id })).status).toBe(404)
  await finish()
  for (const refused of [await finish(), await pause()]) {
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This student has finished the course',
    ])
  }
})

test('an advisor graduates an own student, undoes it, and is not told of it', async () => {
  const { app, advisor, student, own, texts } = await start()
  const before = [await own(), await texts('advisor')]
  const { token } = advisor
  const finish = { id: student._id, outcome: 'graduated' as const }
  const { status } = await app.call(finishStudent.advisor, { token, body: { value: finish } })
  expect(status).toBe(200)
  expect(await own()).toMatchObject([{ isClosed: true, isStudentFinished: true }])
  expect((await texts('student'))[0]).toBe(`${advisor.name} recorded that you have graduated.`)
  const value = { id: student._id, undo: true as const }
  const undone = await app.call(reopenStudent.advisor, { token, body: { value } })
  expect(undone.body).toEqual({ message: 'The course continues' })
  expect([await own(), await texts('advisor')]).toEqual(before)
})

test('privacy: an advisor neither finishes nor reopens another advisor’s student', async () => {
  const { app, student, own, finish } = await start()
  const { token } = await makePerson(app, 'advisor')
  const value = { id: student._id, outcome: 'left' as const }
  const refused = await app.call(finishStudent.advisor, { token, body: { value } })
  expect([refused.status, refused.body]).toEqual([404, { message: 'This student does not exist' }])
  expect(await own()).toMatchObject([{ isClosed: false }])
  await finish()
  const undo = { id: student._id, undo: true as const }
  expect((await app.call(reopenStudent.advisor, { token, body: { value: undo } })).status).toBe(404)
  // Only an admin reopens a course without being asked to undo.
  const body = { value: { id: student._id } }
  expect((await app.send('PUT', '/advisor/reopen-student', { token, body })).status).toBe(400)
})

test('only admins and advisors finish and reopen', async () => {
  const { app, student, advisor, reviewer, own } = await start()
  const value = { id: student._id, outcome: 'left' }
  for (const { token } of [student, reviewer, advisor, { token: '' }]) {
    for (const path of ['/admin/finish-student', '/admin/reopen-student']) {
      expect((await app.send('PUT', path, { token, body: { value } })).status).toBe(401)
    }
  }
  expect(await own()).toMatchObject([{ isClosed: false }])
})

test('bookings that race with the end of a course leave no booking after it', async () => {
  const { cancel, book, finish, own } = await start()
  await cancel('advisor')
  const [, finished] = await Promise.all([book(), finish(), book()])
  expect(finished.status).toBe(200)
  expect(await own()).toMatchObject([{ isClosed: true, status: 'not-scheduled' }])
})

test('decisions that race with the end of a course leave no open review', async () => {
  const { app, advisor, id, finish, own } = await start()
  const body = { id, value: { status: 'next-week' as const } }
  await Promise.all([app.call(createReview.advisor, { token: advisor.token, body }), finish()])
  expect((await own()).every(({ isClosed }) => isClosed)).toBe(true)
})

test('of many who reopen a course at once, one succeeds', async () => {
  const { finish, reopen, own } = await start()
  await finish()
  const answers = await Promise.all(Array.from({ length: 8 }, () => reopen()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await own()).filter(({ isClosed }) => !isClosed)).toHaveLength(1)
})

test('the database keeps the end of a course to students, each with an outcome', async () => {
  const { app, advisor, student } = await start()
  const set = (id: string, values: Record<string, unknown>) =>
    app.context.db.updateTable('people').set(values).where('id', '=', id).execute()
  for (const [id, values] of [
    [advisor._id, { finished_at: 1, outcome: 'left' }],
    [student._id, { finished_at: 1 }],
    [student._id, { outcome: 'left' }],
    [student._id, { finished_at: 1, outcome: 'won' }],
    [student._id, { finish_reason: 'Moved away' }],
  ] as const) {
    await expect(set(id, values)).rejects.toThrow()
  }
})
