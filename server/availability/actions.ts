import {
  type AvailabilityBlock,
  emptyAvailability,
  isBlockOver,
  type SavedAvailability,
} from '#contract/availability/availability.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'
import { readAvailability, readBlocks } from './queries.ts'

/**
 * A reviewer's availability and rules from today on, without blocks that have ended; the defaults
 * if they have never saved any.
 */
export async function findAvailability(
  { db, clock, settings }: Context,
  reviewerId: string,
): Promise<SavedAvailability> {
  const row = await readAvailability(db, { reviewerId })
  if (!row) return { ...emptyAvailability, savedAt: null }
  const today = dateInZone(clock(), settings.timeZone)
  const blocks = (await readBlocks(db, { reviewerId })).map(
    (block): AvailabilityBlock => ({
      weekday: block.weekday,
      from: block.time_from,
      to: block.time_to,
      reviewTime: block.review_time,
      everyWeeks: block.every_weeks,
      since: block.since,
      until: block.until,
    }),
  )
  return {
    blocks: blocks.filter((block) => !isBlockOver(block, today)),
    ...{ buffer: row.buffer, mostADay: row.most_a_day, notice: row.notice },
    savedAt: toIsoInstant(row.saved_at),
  }
}
