import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AvailabilityBlock, isBlockOnDate } from '#contract/availability/availability.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { isSlotOverlapError } from '#server/slots/queries.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { arbitraryBlocks, clockChanges } from '#test/availability/arbitrary-blocks.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { generateSlots } from './generate-slots.ts'
import { insertBlocks } from './queries.ts'

const some = fc.array(fc.nat({ max: 40 }), { maxLength: 4 })
/** What happens between two runs. */
const happening = fc.record({
  blocks: arbitraryBlocks,
  buffer: fc.constantFrom(0, 0, 10, 25),
  /** The indexes of slots that are booked or removed by hand, and the days of absence. */
  booked: some,
  removed: some,
  away: fc.array(fc.nat({ max: 27 }), { maxLength: 2 }),
  /** The starts of slots added by hand, in hours from that time. */
  own: fc.array(fc.integer({ min: 1, max: 28 * 24 }), { maxLength: 3 }),
  hours: fc.integer({ min: 0, max: 3 * 24 }),
})
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

test.each(clockChanges)(
  'in %s around %s generated slots never overlap or violate a rule',
  async (timeZone, day) => {
    const app = await startApp({ timeZone })
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 3 }), async (all) => {
        app.time.now = getInstantAt(addDays(day, -3), '10:00', timeZone)
        const reviewer = await makePerson(app, 'reviewer')
        for (const one of all) await happen(app, reviewer, one)
      }),
      makePropertyParameters(4),
    )
  },
)

async function happen(app: TestApp, reviewer: { _id: string }, one: Happening): Promise<void> {
  const { db, settings } = app.context
  const { _id: id } = reviewer
  app.time.now += one.hours * hourMs
  const today = getDateInZone(app.time.now, settings.timeZone)
  const blocks = one.blocks(today)
  await store(app, id, blocks, one.buffer)
  for (const days of one.away) {
    const date = addDays(today, days)
    const row = { id: newId(), reviewer_id: id, date_from: date, date_to: addDays(date, 1) }
    await db
      .insertInto('absences')
      .values({ ...row, reason: 'Ill', created_at: app.time.now })
      .execute()
  }
  for (const hours of one.own) {
    await makeSlot(app, reviewer, app.time.now + hours * hourMs + 7 * minuteMs, 20).catch(
      (error: unknown) => isSlotOverlapError(error) || Promise.reject(error),
    )
  }
  await makeAndJudge(app, id, blocks)
  await book(app, id, one.booked)
  await remove(app, id, one.removed)
  await makeAndJudge(app, id, blocks)
}

async function makeAndJudge(app: TestApp, id: string, blocks: AvailabilityBlock[]): Promise<void> {
  const { timeZone } = app.context.settings
  const make = () => inTransaction(app.context, (tx) => generateSlots(tx, id))
  const before = await getRows(app, id)
  await make()
  const slots = await getRows(app, id)
  await make()
  expect(await getRows(app, id)).toEqual(slots)
  // Slots that are booked, have begun, or were added by hand stay.
  const mustStay = before.filter(
    ({ is_generated, review, starts_at }) =>
      is_generated === 0 || review !== null || starts_at <= app.time.now,
  )
  for (const slot of mustStay) expect(slots).toContainEqual(slot)
  for (const [place, slot] of slots.entries()) {
    expect(slot.starts_at).toBeGreaterThanOrEqual(slots[place - 1]?.ends_at ?? 0)
  }
  const { away, removed } = await forbidden(app, id)
  const free = slots.filter(
    ({ is_generated, review, starts_at }) =>
      is_generated === 1 && review === null && starts_at > app.time.now,
  )
  for (const { starts_at, ends_at } of free) {
    const date = getDateInZone(starts_at, timeZone)
    expect(away.some(({ date_from, date_to }) => date_from <= date && date <= date_to)).toBe(false)
    expect(removed).not.toContain(starts_at)
    expect(starts_at).toBeLessThan(app.time.now + 29 * dayMs)
    const of = blocks.filter(
      (block) =>
        isBlockOnDate(block, date) &&
        getInstantAt(date, block.from, timeZone) <= starts_at &&
        ends_at <= getInstantAt(date, block.to, timeZone),
    )
    expect(of).toHaveLength(1)
    expect(ends_at - starts_at).toBe((of[0]?.reviewTime ?? 0) * minuteMs)
  }
}

function getRows({ context: { db } }: TestApp, id: string) {
  return db
    .selectFrom('slots')
    .leftJoin('reviews', 'reviews.slot_id', 'slots.id')
    .selectAll('slots')
    .select('reviews.id as review')
    .where('slots.reviewer_id', '=', id)
    .orderBy('slots.starts_at')
    .execute()
}

async function forbidden({ context: { db } }: TestApp, id: string) {
  const away = await db.selectFrom('absences').selectAll().where('reviewer_id', '=', id).execute()
  const gone = db.selectFrom('removed_slots').select('starts_at').where('reviewer_id', '=', id)
  return { away, removed: (await gone.execute()).map(({ starts_at }) => starts_at) }
}

async function store(
  { context: { db }, time }: TestApp,
  id: string,
  blocks: AvailabilityBlock[],
  buffer: number,
): Promise<void> {
  const row = { reviewer_id: id, buffer, most_a_day: null, notice: 0, saved_at: time.now }
  await db
    .insertInto('availabilities')
    .values(row)
    .onConflict((conflict) => conflict.column('reviewer_id').doUpdateSet({ buffer }))
    .execute()
  await db.deleteFrom('availability_blocks').where('reviewer_id', '=', id).execute()
  await insertBlocks(
    db,
    blocks.map((block) => ({
      id: newId(),
      reviewer_id: id,
      weekday: block.weekday,
      time_from: block.from,
      time_to: block.to,
      review_time: block.reviewTime,
      every_weeks: block.everyWeeks,
      since: block.since,
      until: block.until,
    })),
  )
}

async function book(app: TestApp, id: string, places: number[]): Promise<void> {
  for (const place of places) {
    const slot = (await getRows(app, id)).filter(({ review }) => review === null)[place]
    if (slot) await makeReview(app, { slot: slot.id })
  }
}

async function remove(app: TestApp, id: string, places: number[]): Promise<void> {
  const { db } = app.context
  for (const place of places) {
    const isGenerated = (row: Awaited<ReturnType<typeof getRows>>[number]) =>
      row.is_generated === 1 && row.review === null
    const slot = (await getRows(app, id)).filter(isGenerated)[place]
    if (!slot) continue
    await db.deleteFrom('slots').where('id', '=', slot.id).execute()
    const { starts_at, ends_at } = slot
    await db
      .insertInto('removed_slots')
      .values({ reviewer_id: id, starts_at, ends_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
