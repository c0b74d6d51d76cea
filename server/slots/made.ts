import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { type Span, withoutOverlap } from './cut.ts'
import { readSlotsWithin } from './own-queries.ts'
import { insertSlots } from './queries.ts'
import { removeFree } from './remove.ts'

/** So many rows are added by one statement. */
const rowsAtOnce = 1_000

/**
 * Makes a reviewer's slots of a span the wanted ones, as far as they have not begun: made ones that
 * are free and not wanted go, and wanted ones that overlap nothing are added. Whoever calls has
 * taken the turn at the reviewer's slots. Made slots leave no lines in the trail: the line of the
 * availability says what they are made from.
 */
export async function remakeSlots(
  context: Context<Tx>,
  reviewerId: string,
  { wanted, until }: { wanted: Span[]; until: number },
): Promise<void> {
  const { db, clock } = context
  const now = clock()
  const slots = await readSlotsWithin(db, { reviewerId, from: now, until })
  const keyOf = ({ startsAt, endsAt }: Span) => `${startsAt} ${endsAt}`
  const keys = new Set(wanted.map(keyOf))
  const removable = slots.filter(
    (slot) =>
      slot.is_made === 1 &&
      slot.is_free === 1 &&
      slot.starts_at > now &&
      !keys.has(keyOf(spanOf(slot))),
  )
  const gone = new Set(await removeFree(context, removable.map(({ id }) => id)))
  const kept = slots.filter(({ id }) => !gone.has(id)).map(spanOf)
  const rows = withoutOverlap(wanted, kept).map(({ startsAt, endsAt }) => ({
    ...{ id: newId(), reviewer_id: reviewerId, starts_at: startsAt, ends_at: endsAt, is_made: 1 },
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await insertSlots(db, rows.slice(from, from + rowsAtOnce))
  }
  if (gone.size > 0 || rows.length > 0) context.live.changed('slots', [reviewerId])
}

const spanOf = (slot: { starts_at: number; ends_at: number }): Span => ({
  startsAt: slot.starts_at,
  endsAt: slot.ends_at,
})
