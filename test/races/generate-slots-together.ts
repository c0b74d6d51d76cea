import { onTestFinished } from 'vitest'
import { daysPerWeek } from '#contract/kit/time/zone.ts'
import { findAvailability } from '#server/availability/actions.ts'
import { findAvailabilitySlots, generateSlots } from '#server/availability/generate-slots.ts'
import { type DatabaseAddress, openDatabase } from '#server/database/connect.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { makePerson } from '#test/factories.ts'
import { setBookingRules } from './scenes/rescheduling-scenes.ts'

const makersAtOnce = 3

/**
 * As many contexts as processes that generate slots hourly, each with its own database connection.
 */
export function openGeneratorContexts(context: Context, address: DatabaseAddress): Context[] {
  return Array.from({ length: makersAtOnce }, () => {
    const db = openDatabase(address)
    onTestFinished(() => db.destroy())
    return { ...context, db }
  })
}

/**
 * Generates the slots of one reviewer from all contexts at once. Returns the actual and the
 * expected start times.
 */
export async function generateSlotsTogether(context: Context, makers: Context[]) {
  const { _id: reviewer } = await inTransaction(context, makeAvailable)
  await Promise.all(makers.map((at) => inTransaction(at, (tx) => generateSlots(tx, reviewer))))
  const query = context.db.selectFrom('slots').select('starts_at').orderBy('starts_at')
  const made = await query.where('reviewer_id', '=', reviewer).execute()
  const wanted = await findAvailabilitySlots(
    context,
    reviewer,
    await findAvailability(context, reviewer),
  )
  return {
    made: made.map(({ starts_at }) => starts_at),
    wanted: wanted.map(({ startsAt }) => startsAt).toSorted((one, other) => one - other),
  }
}

/** A reviewer with availability on each day of the week. */
async function makeAvailable(context: Context) {
  const reviewer = await makePerson({ context }, 'reviewer')
  await setBookingRules({ context }, reviewer, {})
  const rows = Array.from({ length: daysPerWeek }, (_, day) => ({
    id: newId(),
    reviewer_id: reviewer._id,
    weekday: day + 1,
    every_weeks: 1,
    time_from: '00:00',
    time_to: '01:00',
    review_time: 20,
    since: '2026-01-05',
    until: null,
  }))
  await context.db.insertInto('availability_blocks').values(rows).execute()
  return reviewer
}
