import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { addAbsenceFor, listAbsences } from '#contract/availability/absences.ts'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { absencesMax, noEnd } from '#contract/limits/availability.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday } from '#test/app.ts'
import { startTwoReviewers, tomorrow } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'

test('only the reviewer and admins see the reason for an absence', async () => {
  const { app, db, reviewer, other, booked, away } = await startTwoReviewers()
  const slot = await makeSlot(app, reviewer, tomorrow)
  const review = await booked(slot)
  await away({ reason: '  In hospital ', confirm: true })
  const own = (await app.call(listAbsences, { token: reviewer.token })).body
  expect(own).toMatchObject([{ from: '2026-03-03', to: '2026-03-03', reason: 'In hospital' }])
  expect((await app.call(listAbsences, { token: other.token })).body).toEqual([])
  const { token } = await makePerson(app, 'admin')
  const lines = (await app.call(listAuditLog, { token })).body
  expect(lines.map(({ deed }) => deed).toSorted()).toEqual(
    ['absence-added', 'slot-lost', 'slot-removed'].toSorted(),
  )
  expect(JSON.stringify(lines)).toContain('In hospital')
  const row = await db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id'])
    .where('id', '=', review)
    .executeTakeFirstOrThrow()
  for (const [id, path] of [
    [row.student_id, '/home'],
    [row.student_id, `/review-history?id=${review}`],
    [row.advisor_id ?? '', `/advisor/review-list?id=${review}`],
    [row.advisor_id ?? '', `/advisor/review-history?id=${review}`],
  ] as const) {
    const { status, body } = await app.send('GET', path, {
      token: await openSession(app.context, id),
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('hospital')
  }
})

test('the audit log has the days of an absence, and the first day of one without an end', async () => {
  const { app, reviewer } = await startTwoReviewers()
  const { token } = await makePerson(app, 'admin')
  for (const days of [
    { from: '2026-03-03', to: '2026-03-06', reason: 'Exams' },
    { from: '2026-03-10', to: noEnd, reason: 'New job' },
  ]) {
    const value = { reviewer: reviewer._id, ...days, confirm: true }
    await app.call(addAbsenceFor, { token, body: { value } })
  }
  const lines = (await app.call(listAuditLog, { token })).body
  const added = lines.filter(({ deed }) => deed === 'absence-added')
  expect(added.map(({ after }) => after?.absence)).toEqual([
    'from 2026-03-10 on: New job',
    '2026-03-03 to 2026-03-06: Exams',
  ])
})

test('days within an existing absence cannot be added again, even concurrently', async () => {
  const { app, reviewer, away } = await startTwoReviewers()
  const days = { from: '2026-03-03', to: '2026-03-06' }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => away({ ...days, confirm: true })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  const within = await away({ from: '2026-03-04', to: '2026-03-05' })
  expect([within.status, within.body.message]).toEqual([409, 'You are already away on these days'])
  expect((await away({ from: '2026-03-02', to: '2026-03-05' })).status).toBe(200)
  expect((await away({ ...days, to: '2026-03-07', confirm: true })).status).toBe(200)
  const { body } = await app.call(listAbsences, { token: reviewer.token })
  expect(body.map(({ to }) => to)).toEqual(['2026-03-07', '2026-03-06'])
})

test('no slots are generated on days of absence', async () => {
  const { app, reviewer, away, slotsOf } = await startTwoReviewers()
  await away({ from: '2026-03-10', to: '2026-03-10', confirm: true })
  const block = { weekday: 2, from: '09:00', to: '10:00', reviewTime: 60, everyWeeks: 1 }
  await app.call(saveAvailability, {
    token: reviewer.token,
    body: {
      value: { ...emptyAvailability, blocks: [{ ...block, since: '2026-03-01', until: null }] },
    },
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(3)
})

test('an absence that is over, ends before it begins, is too far off, or has no reason is refused', async () => {
  const { away } = await startTwoReviewers()
  const refused = async (value: Parameters<typeof away>[0]) => {
    const { status, body } = await away({ confirm: true, ...value })
    expect(status).toBe(400)
    return body
  }
  expect(await refused({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    message: 'Date must be today or later',
    errors: { to: 'Date must be today or later' },
  })
  expect(await refused({ to: '2026-03-02' })).toMatchObject({
    errors: { to: 'The last day must not be before the first' },
  })
  expect(await refused({ to: '2027-03-04' })).toMatchObject({
    errors: { to: 'Date must be within a year' },
  })
  expect(await refused({ reason: '  ' })).toMatchObject({
    errors: { reason: 'Please give a reason' },
  })
  expect(await refused({ reason: 'x'.repeat(501) })).toMatchObject({
    errors: { reason: 'This is too long' },
  })
})

test('a reviewer can have a hundred current and future absences, whatever others have', async () => {
  const { db, reviewer, other, away } = await startTwoReviewers()
  const row = (id: string, date: string, { _id: reviewer_id } = reviewer) => ({
    id,
    reviewer_id,
    reason: 'Ill',
    created_at: monday,
    date_from: date,
    date_to: date,
  })
  const ahead = Array.from({ length: absencesMax - 1 }, (_, day) =>
    row(`ahead ${day}`, new Date(monday + (day + 10) * dayMs).toISOString().slice(0, 10)),
  )
  const more = [row('over', '2026-03-01'), row('theirs', '2026-03-09', other)]
  await db
    .insertInto('absences')
    .values([...ahead, ...more])
    .execute()
  expect((await away({ confirm: true })).status).toBe(200)
  const refused = await away({ from: '2026-03-04', to: '2026-03-04' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'No more than 100 upcoming absences',
  ])
})
