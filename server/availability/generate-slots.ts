import type { FastifyInstance } from 'fastify'
import type { Availability } from '#contract/availability/availability.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import type { Tx } from '#server/database/transaction.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import { regenerateSlots } from '#server/slots/generated-slots.ts'
import { lockForSlotRemoval } from '#server/slots/remove-free-slots.ts'
import type { Span } from '#server/slots/split-into-slots.ts'
import { findAvailability } from './actions.ts'
import { expandAvailability } from './expand-availability.ts'
import {
  readReviewersWithAvailability,
  readSlotsRemovedByHand,
  readUpcomingAbsences,
} from './queries.ts'

/**
 * Generates the slots of the next 28 days from a reviewer's availability: deletes free generated
 * slots that it no longer includes, and adds missing ones that overlap nothing. Keeps booked and
 * used slots, and respects slots removed by hand, absences and holidays. Idempotent. Returns how
 * many were added.
 */
export async function generateSlots(context: Context<Tx>, reviewerId: string): Promise<number> {
  await lockForSlotRemoval(context, reviewerId)
  const availability = await findAvailability(context, reviewerId)
  const wanted = await findAvailabilitySlots(context, reviewerId, availability)
  return regenerateSlots(context, reviewerId, { wanted, until: getGenerationEnd(context) })
}

/** The slots of an availability of a reviewer from now on. */
export async function findAvailabilitySlots(
  context: Context,
  reviewerId: string,
  { blocks, buffer }: Availability,
): Promise<Span[]> {
  const { db, clock, settings } = context
  const now = clock()
  const today = getDateInZone(now, settings.timeZone)
  const absences = await readUpcomingAbsences(db, { reviewerId, today })
  const removed = await readSlotsRemovedByHand(db, { reviewerId, now })
  const week = {
    blocks,
    buffer,
    away: [
      ...absences.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })),
      ...settings.holidays,
    ],
    removed: removed.map(({ starts_at: startsAt, ends_at }) => ({
      startsAt,
      endsAt: ends_at ?? startsAt + 1,
    })),
  }
  const wanted = expandAvailability(week, today, generatedDays, settings.timeZone)
  return wanted.filter(({ startsAt }) => startsAt > now)
}

/** The end of the last day for which slots are generated (ms since 1970), in the school's zone. */
export function getGenerationEnd({ clock, settings: { timeZone } }: Context): number {
  return startOfDay(addDays(getDateInZone(clock(), timeZone), generatedDays), timeZone)
}

/**
 * Generates the slots of all reviewers with an availability, one transaction each. An error with one
 * reviewer does not affect the others, and is thrown at the end.
 */
export async function generateAllSlots(context: Context, stopped?: AbortSignal): Promise<void> {
  await attemptAll('not all slots were generated', async (attempt) => {
    for (const { id } of await readReviewersWithAvailability(context.db)) {
      if (stopped?.aborted) return
      await attempt([id], () => inTransaction(context, (tx) => generateSlots(tx, id)))
    }
  })
}

/**
 * Generates slots at start and every hour, so that each new day gets its slots, and within a minute
 * after the holidays change, the clock is set back, or generation fails.
 */
export function startSlotGeneration(app: FastifyInstance, context: Context): void {
  const stopping = new AbortController()
  let underWay = Promise.resolve()
  let last = { at: Number.NEGATIVE_INFINITY, holidays: context.settings.holidays }
  const attempt = startInterval(app, minuteMs, async () => {
    const now = { at: context.clock(), holidays: context.settings.holidays }
    const isRecent = now.at >= last.at && now.at < last.at + hourMs
    if (isRecent && now.holidays === last.holidays) return
    underWay = generateAllSlots(context, stopping.signal)
    await underWay
    last = now
  })
  app.addHook('onListen', async () => {
    // Not awaited, so that the server answers requests meanwhile.
    void attempt()
  })
  app.addHook('preClose', async () => {
    stopping.abort()
    await underWay.catch(() => {})
  })
}
