import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import {
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const tomorrow = monday + dayMs

/**
 * Two reviews an hour apart that lose their slots, and three half-hour slots of another reviewer on
 * the same day.
 */
async function start(rules: { buffer?: number; most_a_day?: number }) {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0 })
  const { db } = app.context
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  await db
    .insertInto('advisor_settings')
    .values({ advisor_id: advisor._id, move_by_itself: 'same-day' })
    .execute()
  const [ill, other] = [await makePerson(app, 'reviewer'), await makePerson(app, 'reviewer')]
  const able = [ill, other].map(({ _id }) => ({ reviewer_id: _id, domain_id: domain._id }))
  await db.insertInto('reviewer_domains').values(able).execute()
  const saved = { buffer: 0, notice: 0, most_a_day: null, saved_at: monday, ...rules }
  await db
    .insertInto('availabilities')
    .values({ reviewer_id: other._id, ...saved })
    .execute()
  const reviews: string[] = []
  for (const hours of [0, 1]) {
    const slot = await makeSlot(app, ill, tomorrow + hours * hourMs)
    const student = await makePerson(app, 'student', { domain })
    reviews.push(await makeReview(app, { advisor, student, slot }))
  }
  const slots: string[] = []
  for (const minutes of [0, 30, 180]) {
    slots.push(await makeSlot(app, other, tomorrow + minutes * minuteMs))
  }
  /** The new slot of each review, suggested or booked, and whether it is moved automatically. */
  const away = async (confirm: boolean) => {
    const value = { from: '2026-03-03', to: '2026-03-03', reason: 'Ill', confirm }
    const { body } = await app.call(addAbsence, { token: ill.token, body: { value } })
    return body.touches.map(({ review, suggestion, isMoved }) => [
      ...[review._id, suggestion?._id, isMoved],
    ])
  }
  const places = async () => {
    const rows = await db.selectFrom('reviews').select(['id', 'slot_id']).execute()
    return rows.map(({ id, slot_id }) => [id, slot_id])
  }
  return { app, domain, advisor, reviews, slots, away, places }
}

test('two reviews get suggestions that keep their reviewer’s buffer to each other', async () => {
  const { reviews, slots, away, places } = await start({ buffer: 30 })
  const together = [
    [reviews[0], slots[0], true],
    [reviews[1], slots[2], true],
  ]
  expect(await away(false)).toEqual(together)
  expect(await away(true)).toEqual(together)
  expect(await places()).toEqual(
    expect.arrayContaining([
      [reviews[0], slots[0]],
      [reviews[1], slots[2]],
    ]),
  )
})

test('a reviewer is not suggested more often on a day than their daily maximum', async () => {
  const { app, domain, reviews, slots, away, places } = await start({ most_a_day: 2 })
  const student = await makePerson(app, 'student', { domain })
  await makeReview(app, { student, slot: slots[1] ?? '' })
  const third = await makePerson(app, 'reviewer')
  const able = { reviewer_id: third._id, domain_id: domain._id }
  await app.context.db.insertInto('reviewer_domains').values(able).execute()
  const late = await makeSlot(app, third, tomorrow + 6 * hourMs)
  const together = [
    [reviews[0], slots[0], true],
    [reviews[1], late, true],
  ]
  expect(await away(false)).toEqual(together)
  expect(await away(true)).toEqual(together)
  expect(await places()).toEqual(expect.arrayContaining([[reviews[1], late]]))
})

test('a student who requested another time gets a requested slot, or one away from the old time', async () => {
  const { app, domain, reviews, slots, away } = await start({})
  const { db } = app.context
  const [wishing = '', leaving = ''] = reviews
  const third = await makePerson(app, 'reviewer')
  await db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: third._id, domain_id: domain._id })
    .execute()
  const requested = await makeSlot(app, third, tomorrow + dayMs)
  await makeSlot(app, third, tomorrow + hourMs)
  const later = await makeSlot(app, third, tomorrow + 5 * hourMs)
  for (const id of [wishing, leaving]) {
    const asked = { review_id: id, reason: 'An exam', asked_at: monday, ended_at: null }
    await db.insertInto('reschedule_requests').values(asked).execute()
  }
  await db
    .insertInto('reschedule_request_slots')
    .values({ review_id: wishing, slot_id: requested, place: 0 })
    .execute()
  // A requested slot on another day needs the advisor's approval.
  expect(await away(false)).toEqual([
    [wishing, requested, false],
    [leaving, later, true],
  ])
  expect(slots).toHaveLength(3)
})

test.each([{}, { buffer: 30 }, { mostADay: 1 }, { notice: 24 * 60 }])(
  'the effects of a shorter week are previewed with its own rules: %j',
  async (rules) => {
    const { app, reviewer, save, booked } = await startWeek()
    const preview = await save({ ...rules, confirm: false })
    const done = await save({ ...rules, confirm: true })
    const [affected] = preview
    expect(preview).toMatchObject([{ review: { _id: booked } }])
    expect([affected?.isMoved, affected?.suggestion !== null]).toEqual(
      Object.keys(rules).length === 0 ? [true, true] : [false, false],
    )
    expect(done).toEqual(preview)
    const saved = await app.call(getAvailability, { token: reviewer.token })
    expect(saved.body).toMatchObject(rules)
  },
)

/**
 * Reviews at 9:00 and 11:30 of a Tuesday with a block from 9:00 to 12:00, which is cut to 11:00 to
 * 12:00.
 */
async function startWeek() {
  const { app, domain, advisor } = await start({})
  const reviewer = await makePerson(app, 'reviewer')
  const [{ token, _id }, { db }] = [reviewer, app.context]
  for (const table of ['reviews', 'slots'] as const) await db.deleteFrom(table).execute()
  const row = { reviewer_id: _id, domain_id: domain._id }
  await db.insertInto('reviewer_domains').values(row).execute()
  const save = async ({ from = '11:00', ...more }: { from?: string; confirm: boolean }) => {
    const day = { weekday: 2, since: '2026-03-03', until: '2026-03-03', everyWeeks: 1 }
    const blocks = [{ ...day, from, to: '12:00', reviewTime: 30 }]
    const value = { ...emptyAvailability, blocks, ...more }
    return (await app.call(saveAvailability, { token, body: { value } })).body.touches
  }
  await save({ from: '09:00', confirm: false })
  const made = await db.selectFrom('slots').select('id').orderBy('starts_at').execute()
  const [booked = ''] = await Promise.all(
    [made[0], made.at(-1)].map(async (slot) => {
      const student = await makePerson(app, 'student', { domain })
      return makeReview(app, { advisor, student, ...(slot && { slot: slot.id }) })
    }),
  )
  return { app, reviewer, save, booked }
}
