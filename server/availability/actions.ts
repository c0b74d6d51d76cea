import {
  type AvailabilityBlock,
  emptyAvailability,
  type SavedAvailability,
} from '#contract/availability/availability.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'
import { showUntilDeparture } from './departure.ts'
import { readAvailability, readBlocks } from './queries.ts'

/**
 * A reviewer's availability and rules from today on, without blocks that have ended; the defaults
 * if they have never saved any. Whoever leaves the school has none from that day on.
 */
export async function findAvailability(
  { db, clock, settings }: Context,
  reviewerId: string,
): Promise<SavedAvailability> {
  const row = await readAvailability(db, { reviewerId })
  if (!row) return { ...emptyAvailability, savedAt: null }
  const today = getDateInZone(clock(), settings.timeZone)
  const stored = await findStoredBlocks({ db }, reviewerId)
  return {
    blocks: showUntilDeparture(stored, { today, leftOn: row.left_on }),
    buffer: row.buffer,
    mostADay: row.most_a_day,
    notice: row.notice,
    savedAt: toIsoInstant(row.saved_at),
  }
}

/** All stored blocks of a reviewer, whether or not they have ended or the reviewer has left. */
export async function findStoredBlocks(
  { db }: Pick<Context, 'db'>,
  reviewerId: string,
): Promise<AvailabilityBlock[]> {
  const rows = await readBlocks(db, { reviewerId })
  return rows.map((block) => ({
    weekday: block.weekday,
    from: block.time_from,
    to: block.time_to,
    reviewTime: block.review_time,
    everyWeeks: block.every_weeks,
    since: block.since,
    until: block.until,
  }))
}
