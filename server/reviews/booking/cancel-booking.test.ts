import { expect, test } from 'vitest'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getDateInZone, getWeekday } from '#contract/kit/time/zone.ts'
import { monday } from '#test/app.ts'
import { tuesdays } from '#test/availability/start-reviewer.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { recordNotices, startBookedSchool } from '#test/schools/booked.ts'

test.each(['advisor', 'reviewer'] as const)(
  'an %s cancels a booking: the review waits for a slot again, and the slot is free',
  async (role) => {
    const { app, advisor, student, reviewer, cancel, book, seen } = await startBookedSchool()
    const events = recordNotices(app)
    const { status, body } = await cancel(role)
    expect([status, body.message]).toEqual([200, 'Booking cancelled'])
    expect(body.review).toMatchObject({ status: 'not-scheduled', startsAt: null, reviewer: null })
    expect(body.review).toMatchObject({ lostSlot: null, life: { booked: null } })
    expect(await seen()).toEqual(body.review)
    for (const { _id } of [student, advisor, reviewer]) {
      expect(events).toContain(`reviews of ${_id}`)
      expect(events).toContain(`slots of ${_id}`)
    }
    expect((await book({ reviewId: await makeReview(app, { advisor }) })).status).toBe(200)
  },
)

test('cancelling requires a reason', async () => {
  const { cancel, seen } = await startBookedSchool()
  const blank = await cancel('advisor', '  ')
  expect(blank).toMatchObject({
    status: 400,
    body: { errors: { reason: 'Please give a reason' } },
  })
  expect((await cancel('advisor', 'x'.repeat(501))).status).toBe(400)
  expect(await seen()).toMatchObject({ status: 'review-scheduled' })
})

test('a review that has begun or has no slot cannot be cancelled', async () => {
  const { app, cancel } = await startBookedSchool()
  app.time.now = monday + hourMs
  const begun = await cancel('reviewer')
  expect([begun.status, begun.body]).toEqual([409, { message: 'This review has begun or is over' }])
  app.time.now = monday
  await cancel('advisor')
  const again = await cancel('advisor')
  expect([again.status, again.body]).toEqual([409, { message: 'This review has no slot' }])
})

test('privacy: nobody cancels another’s booking', async () => {
  const { app, cancel, other } = await startBookedSchool()
  expect((await cancel('advisor', 'Ill', await makePerson(app, 'advisor'))).status).toBe(404)
  expect((await cancel('reviewer', 'Ill', other)).status).toBe(404)
})

test.each(['advisor', 'reviewer'] as const)(
  'an %s undoes their own cancellation, but not the other’s',
  async (role) => {
    const { app, cancel, undo, seen } = await startBookedSchool()
    const before = await seen()
    await cancel(role)
    app.time.now += 10 * minuteMs
    const others = role === 'advisor' ? 'reviewer' : 'advisor'
    expect([404, 409]).toContain((await undo(others)).status)
    expect((await undo(role)).body.message).toBe('Change undone')
    expect(await seen()).toEqual(before)
  },
)

test('a cancellation cannot be undone once the slot has begun', async () => {
  const { app, cancel, undo } = await startBookedSchool()
  app.time.now = monday + 55 * minuteMs
  await cancel('advisor')
  app.time.now = monday + hourMs
  expect((await undo('advisor')).body).toEqual({
    message: 'This cannot be undone: the slot has begun',
  })
})

test('a blank reason is refused, and invisible characters are removed from others', async () => {
  const { cancel, history } = await startBookedSchool()
  const refused = await cancel('advisor', '\u200b\u202e')
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { errors: { reason: 'Please give a reason' } },
  ])
  expect((await cancel('advisor', 'Ill \u202eevil\u0007')).status).toBe(200)
  expect((await history('student')).at(-1)).toMatchObject({ reason: 'Ill evil' })
})

async function startWithSlotGone() {
  const school = await startBookedSchool()
  const { app, reviewer, slot, cancel } = school
  const { db } = app.context
  const slotRow = () => db.selectFrom('slots').selectAll().where('id', '=', slot).execute()
  await db.updateTable('slots').set({ is_generated: 1 }).where('id', '=', slot).execute()
  const before = { review: await school.seen(), slot: await slotRow() }
  const { body } = await cancel('reviewer', 'Ill', reviewer, { removeSlot: true })
  expect(body.message).toBe('Booking cancelled, and the slot removed')
  return { ...school, db, slotRow, before }
}

test('a reviewer who cancels can remove the slot too, and undo restores both', async () => {
  const { db, slotRow, before, undo, seen } = await startWithSlotGone()
  expect(await slotRow()).toEqual([])
  expect(await db.selectFrom('removed_slots').selectAll().execute()).toHaveLength(1)
  expect((await undo('reviewer')).body.message).toBe('Change undone')
  expect([await seen(), await slotRow()]).toEqual([before.review, before.slot])
  expect(await db.selectFrom('removed_slots').selectAll().execute()).toEqual([])
  const lines = db.selectFrom('audit_log').select(['before', 'after']).where('kind', '=', 'slots')
  const [row] = before.slot
  const isIt = expect.stringContaining(`"ends_at":${row?.ends_at}`)
  expect(await lines.orderBy('id').execute()).toEqual([
    { before: isIt, after: null },
    { before: null, after: isIt },
  ])
})

test('a slot added by hand within the weekly availability is restored as one added by hand', async () => {
  const { app, reviewer, slot, cancel, undo } = await startBookedSchool()
  const { db, settings } = app.context
  const slotRow = () => db.selectFrom('slots').selectAll().where('id', '=', slot).execute()
  const before = await slotRow()
  const since = getDateInZone(monday, settings.timeZone)
  const day = { weekday: getWeekday(since), since, from: '00:00', to: '23:59' }
  const value = { ...emptyAvailability, blocks: [{ ...tuesdays, ...day }] }
  await app.call(saveAvailability, { token: reviewer.token, body: { value } })
  await cancel('reviewer', 'Ill', reviewer, { removeSlot: true })
  expect(await db.selectFrom('removed_slots').selectAll().execute()).toHaveLength(1)
  expect((await undo('reviewer')).body.message).toBe('Change undone')
  expect(await slotRow()).toEqual(before)
  expect(await db.selectFrom('removed_slots').selectAll().execute()).toEqual([])
})

test('undo restores nothing if another slot overlaps by now or the reviewer is absent that day', async () => {
  const gone = { message: 'This cannot be undone: the slot is no longer free' }
  const taken = await startWithSlotGone()
  await makeSlot(taken.app, taken.reviewer, monday + hourMs + 15 * minuteMs)
  expect((await taken.undo('reviewer')).body).toEqual(gone)
  expect(await taken.slotRow()).toEqual([])
  const away = await startWithSlotGone()
  const beAway = (date_from: string, date_to: string, { _id: reviewer_id } = away.reviewer) =>
    away.db
      .insertInto('absences')
      .values({
        id: `${reviewer_id} ${date_from}`,
        reviewer_id,
        reason: 'Ill',
        date_from,
        date_to,
        created_at: monday,
      })
      .execute()
  await beAway('2026-03-01', '2026-03-03')
  expect((await away.undo('reviewer')).body).toEqual(gone)
  await away.db.deleteFrom('absences').execute()
  await beAway('2026-02-27', '2026-03-01')
  await beAway('2026-03-03', '2026-03-05')
  await beAway('2026-03-02', '2026-03-02', away.other)
  expect((await away.undo('reviewer')).status).toBe(200)
})

test('advisors and other reviewers cannot remove the slot', async () => {
  const { advisor, other, cancel, seen } = await startBookedSchool()
  const refused = await cancel('advisor', 'Ill', advisor, { removeSlot: true })
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: 'Only its reviewer can remove a slot' },
  ])
  const removal = await cancel('reviewer', 'Ill', other, { removeSlot: true })
  expect(removal.status).toBe(404)
  expect(await seen()).toMatchObject({ status: 'review-scheduled' })
})
