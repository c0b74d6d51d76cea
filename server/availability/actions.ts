import {
  type AvailabilityBlock,
  emptyAvailability,
  isBlockOver,
  type SavedAvailability,
} from '#contract/availability/availability.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'
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
  const blocks = (await readBlocks(db, { reviewerId })).map(
    (block): AvailabilityBlock => ({
      weekday: block.weekday,
      from: block.time_from,
      to: block.time_to,
      reviewTime: block.review_time,
      everyWeeks: block.every_weeks,
      since: block.since,
      until: endBefore(row.left_on, block.until),
    }),
  )
  return {
    blocks: blocks.filter((block) => !isBlockOver(block, today) && !endsBeforeStart(block)),
    buffer: row.buffer,
    mostADay: row.most_a_day,
    notice: row.notice,
    savedAt: toIsoInstant(row.saved_at),
  }
}

/** The last day of a block of a reviewer who leaves on a date (YYYY-MM-DD), if they do. */
function endBefore(leftOn: string | null, until: string | null): string | null {
  if (leftOn === null) return until
  const last = addDays(leftOn, -1)
  return until === null || until > last ? last : until
}

/** Whether a block would have begun after its reviewer has left. */
const endsBeforeStart = ({ since, until }: AvailabilityBlock) => until !== null && until < since
