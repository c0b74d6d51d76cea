import type { RestoredBookings } from '#contract/accounts/undo-block.ts'
import { addAbsence, addAbsenceFor } from '#contract/availability/absences.ts'
import { addDays, startOfDay } from '#contract/kit/time/zone.ts'
import { slotRefusals } from '#contract/slots/refusals.ts'
import type { Tx } from '#server/database/transaction.ts'
import { tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { restoreBookings } from '#server/reviews/booking/restore-bookings.ts'
import { parseRemovedSlot, restoreSlot } from '#server/slots/remove-free-slots.ts'
import { readRemovedSlots } from './queries.ts'

type Days = { from: string; to: string }

/** The first instant of an absence, and the first one after it (ms since 1970). */
export function getAbsenceBounds({ settings: { timeZone } }: Context, { from, to }: Days) {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}

const calls = [addAbsence, addAbsenceFor].map(({ method, path }) => `${method} ${path}`)

type Restored = { slots: number; bookings: RestoredBookings }
export const nothingRestored: Restored = { slots: 0, bookings: { back: 0, gone: [] } }

/**
 * Restores the slots that an absence removed since an instant and that are not generated again, and
 * the bookings of these slots, unless something else has taken their place. The caller must hold
 * `lockForSlotRemoval`.
 */
export async function restoreRemovedSlots(
  context: Context<Tx>,
  { reviewerId, since, ...days }: Days & { reviewerId: string; since: number },
): Promise<Restored> {
  const { from, until } = getAbsenceBounds(context, days)
  const lines = await readRemovedSlots(context.db, { calls, since })
  const removed = lines
    .map(parseRemovedSlot)
    .filter(
      ({ reviewer_id, starts_at: at }) => reviewer_id === reviewerId && at >= from && at < until,
    )
  const now = context.clock()
  let slots = 0
  for (const { id, starts_at: startsAt, ends_at: endsAt, is_generated } of removed) {
    if (startsAt <= now) continue
    const times = { startsAt, endsAt, removedAt: since }
    const slot = { slotId: id, reviewerId, ...times, isGenerated: is_generated === 1 }
    const restore = () => restoreSlot(context, slot, slotRefusals.overlap)
    if (await tryWithinSavepoint(context.db, restore)) slots += 1
  }
  // Also the bookings of slots that stay removed, so that they are named.
  const slotIds = new Set(removed.map(({ id }) => id))
  const bookings = await restoreBookings(context, { personId: reviewerId, since, slotIds })
  return { slots, bookings }
}
