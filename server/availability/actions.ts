import {
  type Availability,
  type AvailabilityBlock,
  noAvailability,
} from '#contract/availability.ts'
import type { Context } from '#server/kit/context.ts'
import { readAvailability, readBlocks } from './queries.ts'

/** From when on a reviewer can be booked and how; what holds of one who has never said anything. */
export async function findAvailability({ db }: Context, reviewerId: string): Promise<Availability> {
  const row = await readAvailability(db, { reviewerId })
  if (!row) return noAvailability
  const blocks = await readBlocks(db, { reviewerId })
  return {
    blocks: blocks.map(
      (block): AvailabilityBlock => ({
        weekday: block.weekday,
        from: block.time_from,
        to: block.time_to,
        reviewTime: block.review_time,
        everyWeeks: block.every_weeks,
        since: block.since,
        until: block.until,
      }),
    ),
    ...{ buffer: row.buffer, mostADay: row.most_a_day, notice: row.notice },
  }
}
