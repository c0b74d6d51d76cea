import { minuteMs } from '#contract/kit/time/durations.ts'
import { newId } from '#server/kit/id.ts'
import type { WithContext } from '../factories.ts'

const batchSize = 1_000

/** Adds consecutive one-minute free slots, and as many for the next reviewer. */
export async function makeManySlots(
  { context: { db } }: WithContext,
  reviewers: { _id: string }[],
  { from, count }: { from: number; count: number },
): Promise<void> {
  for (const { _id: reviewer_id } of reviewers) {
    for (let made = 0; made < count; made += batchSize) {
      const slots = Array.from({ length: Math.min(batchSize, count - made) }, (_, place) => {
        const starts_at = from + (made + place) * minuteMs
        return { id: newId(), reviewer_id, starts_at, ends_at: starts_at + minuteMs }
      })
      await db.insertInto('slots').values(slots).execute()
    }
  }
}
