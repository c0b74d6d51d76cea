import { z } from 'zod'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import type { Db } from '#server/database/connect.ts'
import type { Context } from '#server/kit/context.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import { readRequestedSlots } from '../rescheduling/request-queries.ts'

/** The slots of a reschedule request as its history entry stores them. */
const StoredSlots = z.array(
  z.object({ slotId: z.string(), startsAt: z.number(), reviewerId: z.string() }),
)

/** The slots that these history entries of a review requested, best first, by entry. */
export async function findRequestedSlots<Line extends { requested_slots: string | null }>(
  context: Context,
  reviewId: string,
  [latest, ...earlier]: Line[],
): Promise<Map<Line, SlotWithReviewer[]>> {
  if (!latest) return new Map()
  const stored = [latest, ...earlier].map((line) => ({
    line,
    slots: StoredSlots.parse(JSON.parse(line.requested_slots ?? '[]')),
  }))
  const names = await readNames(
    context.db,
    stored.flatMap(({ slots }) => slots.map(({ reviewerId }) => reviewerId)),
  )
  const found = new Map(
    stored.map(({ line, slots }) => [
      line,
      slots.map(({ slotId: id, startsAt: starts_at, reviewerId: reviewer_id }) => {
        const reviewer_name = names.get(reviewer_id) ?? ''
        return toSlotWithReviewer(context, {
          ...{ id, starts_at, reviewer_id, reviewer_name },
          review_id: null,
        })
      }),
    ]),
  )
  // Entries made before they stored slots: those of the latest request are known while they exist.
  if (latest.requested_slots === null) {
    const slots = await readRequestedSlots(context.db, [reviewId])
    found.set(
      latest,
      slots.map((row) => toSlotWithReviewer(context, row)),
    )
  }
  return found
}

async function readNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}
