import { expect, test } from 'vitest'
import { addAbsenceFor, withdrawAbsenceFor } from '#contract/availability/absences.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { noEnd } from '#contract/limits/availability.ts'
import { startTwoReviewers, tomorrow } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'

/** A reviewer with a booked slot tomorrow, and an admin who records and undoes a departure. */
async function start() {
  const school = await startTwoReviewers()
  const { app, reviewer, booked } = school
  const { token } = await makePerson(app, 'admin')
  const slot = await makeSlot(app, reviewer, tomorrow)
  const review = await booked(slot)
  const leave = async (from = '2026-03-03') => {
    app.time.now += minuteMs
    const value = { reviewer: reviewer._id, from, to: noEnd, reason: 'New job', confirm: true }
    const { body } = await app.call(addAbsenceFor, { token, body: { value } })
    app.time.now += minuteMs
    return body.absence?._id ?? ''
  }
  const undo = async (id: string) => {
    const value = { reviewer: reviewer._id, id, undo: true }
    return (await app.call(withdrawAbsenceFor, { token, body: { value } })).body.message
  }
  return { ...school, slot, review, leave, undo }
}

test('slots that were added in spite of an earlier absence come back with their bookings', async () => {
  const { app, db, reviewer, booked, away, leave, undo, slotsOf, reviewRow } = await start()
  await away({ from: '2026-03-05', to: '2026-03-05', confirm: true })
  const slot = await makeSlot(app, reviewer, tomorrow + 2 * dayMs)
  const review = await booked(slot)
  const id = await leave()
  expect(await slotsOf(reviewer._id)).toEqual([])
  expect(await undo(id)).toBe('Undone. 2 slots restored. 2 bookings restored.')
  expect(await slotsOf(reviewer._id)).toContain(slot)
  expect(await reviewRow(review)).toMatchObject({ slot_id: slot })
  expect(await db.selectFrom('absences').selectAll().execute()).toHaveLength(1)
})

test('slots that were added in spite of a holiday come back with their bookings', async () => {
  const { app, reviewer, slot, review, leave, undo, slotsOf, reviewRow } = await start()
  const holiday = { from: '2026-03-03', to: '2026-03-03', name: 'Carnival' }
  const { settings } = app.context
  app.context.settings = { ...settings, holidays: [holiday] }
  const id = await leave()
  expect(await undo(id)).toBe('Undone. 1 slot restored. 1 booking restored.')
  expect(await slotsOf(reviewer._id)).toEqual([slot])
  expect(await reviewRow(review)).toMatchObject({ slot_id: slot })
})

test('a slot stays removed if another absence was added since, and its booking is named', async () => {
  const { db, reviewer, slot, review, away, leave, undo, slotsOf, reviewRow } = await start()
  const id = await leave()
  await away({ from: '2026-03-02', to: '2026-03-04', confirm: true })
  const { name } = await db
    .selectFrom('reviews')
    .innerJoin('people', 'people.id', 'reviews.student_id')
    .select('people.name')
    .where('reviews.id', '=', review)
    .executeTakeFirstOrThrow()
  expect(await undo(id)).toContain(`The booking of ${name} could not be restored.`)
  expect(await slotsOf(reviewer._id)).not.toContain(slot)
  expect(await reviewRow(review)).toMatchObject({ slot_id: null })
})
