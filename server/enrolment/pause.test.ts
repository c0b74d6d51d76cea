import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import { pauseStudent, resumeStudent } from '#contract/enrolment.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { bookPlan, getPlan, listBestSlots } from '#contract/plan.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome, listOwnReviews, listReviews } from '#contract/reviews/reviews.ts'
import { studentPausedReason } from '#contract/reviews/scheduling/cancellation.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { notifyOfOverdueReviews } from '#server/reviews/reminders/notify-of-overdue-reviews.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeUnreadableSettings } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'
import { endPauses } from './end-pauses.ts'

type Value = { id?: string; reason?: string; until?: string | null }

/** A booked review, and calls that pause and resume its student. */
async function start() {
  const school = await startBookedSchool()
  const { app, admin, student } = school
  const { token } = admin
  const send = (path: string, value: Record<string, unknown>) =>
    app.send<{ message: string; errors?: Record<string, string> }>('PUT', path, {
      token,
      body: { value: { id: student._id, ...value } },
    })
  return {
    ...school,
    pause: (value: Value = {}) =>
      send('/admin/pause-student', { reason: 'Parental leave', ...value }),
    resume: (value: Value = {}) => send('/admin/resume-student', value),
    undoPause: () => send('/admin/resume-student', { undo: true }),
    home: async () => (await app.call(getHome, { token: student.token })).body,
    listed: async (state?: 'active' | 'paused') =>
      (await app.call(listPeople.student, { token, query: state ? { state } : {} })).body.filter(
        ({ _id }) => _id === student._id,
      ),
    texts: async (role: 'student' | 'advisor' | 'reviewer') =>
      (await app.call(listNotifications[role], { ...school[role], query: {} })).body.map(
        ({ text }) => text,
      ),
  }
}

const refusal = { message: 'This student’s course is paused' }

test('a pause frees the slot, and student, advisor and reviewer are told', async () => {
  const { pause, seen, history, texts, admin, slot } = await start()
  const { status, body } = await pause({ until: '2026-04-06' })
  expect([status, body]).toEqual([200, { message: 'Course paused' }])
  expect(await seen()).toMatchObject({
    status: 'not-scheduled',
    startsAt: null,
    isStudentPaused: true,
    turn: { who: 'admin', step: 'wait', until: null, onHold: 'paused' },
  })
  const last = (await history('reviewer')).at(-1) ?? (await history('advisor')).at(-1)
  expect(last).toMatchObject({
    what: 'cancelled',
    reason: studentPausedReason,
    by: { _id: admin._id },
    from: { _id: slot, isBooked: false },
  })
  const paused = `course until Mon 6 Apr: Parental leave.`
  expect((await texts('student'))[0]).toBe(`${admin.name} paused your ${paused}`)
  expect((await texts('advisor'))[0]).toMatch(new RegExp(`paused student .+’s ${paused}`))
  // The reviewer learns that the slot is free, not why the course is paused.
  expect((await texts('reviewer'))[0]).toMatch(/cancelled .+: The student’s course was paused\.$/)
  expect((await texts('student'))[1]).toMatch(/cancelled your .+: Your course was paused\.$/)
  expect((await history('student')).at(-1)).toMatchObject({ reason: 'Your course was paused' })
})

test('a paused student signs in, and reads until when and why', async () => {
  const { app, pause, home, student, listed, admin } = await start()
  expect(await home()).toMatchObject({ pause: null })
  await pause({ until: '2026-04-06' })
  expect(await home()).toMatchObject({ pause: { until: '2026-04-06', reason: 'Parental leave' } })
  expect((await app.call(listOwnReviews, { token: student.token })).status).toBe(200)
  expect(await listed('active')).toEqual([])
  expect(await listed('paused')).toMatchObject([{ isPaused: true, pausedUntil: '2026-04-06' }])
  const query = { id: student._id }
  const { body } = await app.call(getPerson, { token: admin.token, query })
  expect(body).toMatchObject({
    pauseReason: 'Parental leave',
    undoable: { pause: toIsoInstant(monday) },
  })
})

test('a paused student’s review cannot be booked, alone or in a plan, and gets no suggestions', async () => {
  const { app, pause, book, move, advisor, student, reviewer, slot, id, seen } = await start()
  await pause()
  const { token } = advisor
  for (const refused of [
    await book(),
    await app.call(listFreeSlots.advisor, { token, query: { review: id } }),
    await app.call(listFreeSlots.student, { token: student.token, query: { review: id } }),
    await app.call(listBestSlots.advisor, { token, query: { review: id } }),
  ]) {
    expect([refused.status, refused.body]).toEqual([409, refusal])
  }
  expect((await move()).status).toBe(409)
  const value = [{ reviewId: id, reviewer: reviewer._id, slot }]
  expect((await app.call(bookPlan, { token, body: { value } })).body).toEqual({
    booked: [],
    refused: [{ reviewId: id, ...refusal }],
  })
  expect((await app.call(getPlan, { token })).body).toEqual([])
  expect((await app.call(listFreedSlotOffers, { token })).body).toEqual([])
  expect(await seen()).toMatchObject({ status: 'not-scheduled' })
})

test('nothing is overdue, at risk or reminded of while the course is paused', async () => {
  const { app, pause, resume, advisor, admin, student, texts, id } = await start()
  const becomeOverdue = () =>
    app.context.db
      .updateTable('reviews')
      .set({ due_at: monday - 2 * dayMs })
      .where('id', '=', id)
      .execute()
  await pause()
  await becomeOverdue()
  const overdue = async () =>
    (await app.call(listReviews.advisor, { ...advisor, query: { overdue: 'true' } })).body
  const atRisk = async () =>
    (await app.call(listStudentsAtRisk, { ...admin, query: { student: student._id } })).body
  await notifyOfOverdueReviews(app.context)
  expect([await overdue(), await atRisk()]).toEqual([[], []])
  expect((await texts('student'))[0]).not.toMatch(/was due/)
  await resume()
  await becomeOverdue()
  expect([(await overdue()).length, (await atRisk()).length]).toEqual([1, 1])
})

test('resuming makes the review due in seven days, and student and advisor are told', async () => {
  const { app, pause, resume, seen, texts, admin, book, ofOther, other, listed } = await start()
  await pause()
  app.time.now += hourMs / 2
  const { status, body } = await resume()
  expect([status, body]).toEqual([200, { message: 'Course resumed' }])
  const date = toIsoInstant(app.time.now + 7 * dayMs)
  expect(await seen()).toMatchObject({ date, isStudentPaused: false, turn: { step: 'book' } })
  expect((await texts('student'))[0]).toBe(
    `${admin.name} resumed your course. Your week 01 review is due on Mon 9 Mar.`,
  )
  expect((await texts('advisor'))[0]).toMatch(/resumed student .+The week 01 review is due on Mon/)
  expect((await book({ slot: ofOther, reviewer: other._id })).status).toBe(200)
  expect(await listed('active')).toHaveLength(1)
})

test('a course resumes by itself on its day in the school’s zone, once, and the audit log says so', async () => {
  const { app, pause, listed, seen, texts, admin } = await start()
  await pause({ until: '2026-03-03' })
  // Midnight in New York is 05:00 UTC.
  app.time.now = Date.parse('2026-03-03T04:59:00Z')
  await endPauses(app.context)
  expect(await listed('paused')).toHaveLength(1)
  app.time.now = Date.parse('2026-03-03T05:00:00Z')
  await Promise.all([endPauses(app.context), endPauses(app.context)])
  expect(await listed('paused')).toEqual([])
  expect(await seen()).toMatchObject({ date: toIsoInstant(app.time.now + 7 * dayMs) })
  expect((await texts('student')).filter((text) => /pause .+ is over/.test(text))).toEqual([
    'The pause of your course is over. Your week 01 review is due on Tue 10 Mar.',
  ])
  const { body } = await app.call(listAuditLog, { token: admin.token })
  expect(body.slice(0, 2)).toMatchObject([
    { deed: 'due-date-renewed', who: null, call: 'automatic resume-student' },
    { deed: 'resumed', who: null, before: { paused_until: '2026-03-03' } },
  ])
})

test('a course that cannot be resumed does not keep others from resuming', async () => {
  const { app, pause } = await start()
  const students = [await makePerson(app, 'student'), await makePerson(app, 'student')]
  const [stuck, other] = students.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  if (!stuck || !other) throw new Error('there are two')
  for (const student of students) {
    await makeReview(app, { student })
    await pause({ id: student._id, until: '2026-03-03' })
  }
  await makeUnreadableSettings(app, stuck)
  app.time.now += dayMs
  await expect(endPauses(app.context)).rejects.toThrow('not all pauses were ended')
  const rows = app.context.db.selectFrom('people').select('id').where('paused_at', 'is not', null)
  expect(await rows.execute()).toEqual([{ id: stuck._id }])
})

test('the audit log says who paused the course, why and until when', async () => {
  const { app, pause, admin, student } = await start()
  await pause({ until: '2026-04-06' })
  const query = { kind: 'people' as const }
  const { body } = await app.call(listAuditLog, { token: admin.token, query })
  expect(body[0]).toMatchObject({
    deed: 'paused',
    who: { _id: admin._id },
    about: { _id: student._id },
    after: { paused_until: '2026-04-06', pause_reason: 'Parental leave' },
  })
})

test('undoing a pause brings the slot and the due date back, for ten minutes', async () => {
  const { app, pause, undoPause, seen, home } = await start()
  const before = await seen()
  await pause()
  app.time.now += 10 * minuteMs
  const { status, body } = await undoPause()
  expect([status, body]).toEqual([200, { message: 'Pause undone' }])
  expect(await seen()).toEqual(before)
  expect(await home()).toMatchObject({ pause: null })
  await pause()
  app.time.now += 10 * minuteMs + 1
  const late = await undoPause()
  expect([late.status, late.body]).toEqual([
    409,
    { message: 'A pause can be undone for 10 minutes' },
  ])
  expect(await seen()).toMatchObject({ isStudentPaused: true })
})

test('undoing a pause says so if the slot was booked for somebody else since', async () => {
  const { app, pause, undoPause, book, advisor, seen } = await start()
  await pause()
  expect((await book({ reviewId: await makeReview(app, { advisor }) })).status).toBe(200)
  expect((await undoPause()).body).toEqual({
    message: 'Pause undone. The slot is no longer free, so book another one.',
  })
  expect(await seen()).toMatchObject({ status: 'not-scheduled', isStudentPaused: false })
})

test('what cannot be is refused, and nothing of it is kept', async () => {
  const { app, pause, resume, undoPause, advisor, seen } = await start()
  const invited = await makePerson(app, 'student', { verified: false })
  for (const [value, status, message] of [
    [{ reason: ' ' }, 400, 'Please give a reason'],
    [{ reason: 'x'.repeat(501) }, 400, 'This is too long'],
    [{ until: '2026-03-02' }, 400, 'Please choose a day after today'],
    [{ until: '2026-02-30' }, 400, 'Please choose a day after today'],
    [{ until: 'soon' }, 400, 'Please choose a day after today'],
    [{ id: 'nobody' }, 404, 'This student does not exist'],
    [{ id: advisor._id }, 404, 'This student does not exist'],
    [{ id: invited._id }, 409, 'This person has not completed their profile yet'],
  ] as const) {
    const refused = await pause(value)
    expect([value, refused.status, refused.body.message]).toEqual([value, status, message])
  }
  expect((await pause({ until: '2026-03-02' })).body.errors).toEqual({
    until: 'Please choose a day after today',
  })
  expect(await seen()).toMatchObject({ status: 'review-scheduled', isStudentPaused: false })
  for (const refused of [await resume(), await undoPause()]) {
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This student’s course is not paused',
    ])
  }
  expect((await resume({ id: advisor._id })).status).toBe(404)
  expect((await pause()).status).toBe(200)
  const again = await pause()
  expect([again.status, again.body.message]).toEqual([
    409,
    'This student’s course is already paused',
  ])
})

test('only admins pause and resume', async () => {
  const { app, student, advisor, reviewer, seen } = await start()
  const value = { id: student._id, reason: 'Ill' }
  for (const { token } of [student, advisor, reviewer, { token: '' }]) {
    expect((await app.call(pauseStudent, { token, body: { value } })).status).toBe(401)
    expect((await app.call(resumeStudent, { token, body: { value } })).status).toBe(401)
  }
  expect(await seen()).toMatchObject({ isStudentPaused: false })
})

test('bookings that race with a pause leave no booking after it', async () => {
  const { cancel, book, pause, seen } = await start()
  await cancel('advisor')
  const [, paused] = await Promise.all([book(), pause(), book()])
  expect(paused.status).toBe(200)
  expect(await seen()).toMatchObject({ status: 'not-scheduled', isStudentPaused: true })
})

test('the database keeps pauses to students, each with a reason', async () => {
  const { app, advisor, student } = await start()
  const set = (id: string, values: Record<string, unknown>) =>
    app.context.db.updateTable('people').set(values).where('id', '=', id).execute()
  for (const [id, values] of [
    [advisor._id, { paused_at: 1, pause_reason: 'Ill' }],
    [student._id, { paused_at: 1 }],
    [student._id, { pause_reason: 'Ill' }],
    [student._id, { paused_until: '2026-04-06' }],
  ] as const) {
    await expect(set(id, values)).rejects.toThrow()
  }
})

test('resuming leaves the due date of a marked review', async () => {
  const { app, id, pause, resume, home, texts, admin, reviewer } = await start()
  app.time.now += hourMs
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
  const before = await home()
  await pause()
  app.time.now += 2 * hourMs
  await resume()
  expect(await home()).toMatchObject({ date: 'date' in before && before.date })
  expect((await texts('student'))[0]).toBe(`${admin.name} resumed your course.`)
})
