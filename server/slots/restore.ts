import type { Refusal } from '#contract/kit/refusal.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import { did, first, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused, refuseWhere } from '#server/kit/call/refused.ts'
import { note } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { breaksSlotOverlap, insertSlots } from './queries.ts'

type Removed = { slotId: string; reviewerId: string; startsAt: number; endsAt: number }

/**
 * Makes a slot again that was removed; whoever does so has taken the turn at its reviewer's slots.
 * Refuses as it is told where another slot stands there by now, or the reviewer is away.
 */
export async function restoreSlot(
  context: Context<Tx>,
  { slotId, reviewerId, startsAt, endsAt }: Removed,
  refusal: Refusal,
): Promise<void> {
  const { db, settings } = context
  const date = dateInZone(startsAt, settings.timeZone)
  if (await readAbsenceOn(db, { reviewerId, date })) throw new Refused(refusal)
  const wasMade = await forgetRemoved(db, { reviewerId, startsAt })
  const slot = {
    ...{ id: slotId, reviewer_id: reviewerId, starts_at: startsAt, ends_at: endsAt },
    is_made: wasMade ? 1 : 0,
  }
  await refuseWhere(breaksSlotOverlap, refusal, insertSlots(db, [slot]))
  await note(context, { kind: 'slots', id: slotId, after: slot })
}

const readAbsenceOn = first(
  (db, { reviewerId, date }: Values<{ reviewerId: string; date: string }>) =>
    db
      .selectFrom('absences')
      .select('id')
      .where('reviewer_id', '=', reviewerId)
      .where('date_to', '>=', date)
      .where('date_from', '<=', date),
)

/** Lets a slot be made at this instant again; false when none that was made is removed. */
const forgetRemoved = did(
  (db, { reviewerId, startsAt }: Values<{ reviewerId: string; startsAt: number }>) =>
    db
      .deleteFrom('removed_slots')
      .where('reviewer_id', '=', reviewerId)
      .where('starts_at', '=', startsAt),
)
