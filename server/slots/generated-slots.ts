import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { emitSlotWebhookEvents } from './emit-slot-webhook-events.ts'
import { insertSlots } from './queries.ts'
import { removeFreeSlots } from './remove-free-slots.ts'
import { readSlotsWithin } from './reviewer-slot-queries.ts'
import { filterNonOverlapping, type Span } from './split-into-slots.ts'

/** Rows per insert statement. */
const rowsAtOnce = 1_000

/** An upcoming slot: whether it was generated from an availability, and whether it is free. */
export type UpcomingSlot = Span & { id: string; isGenerated: boolean; isFree: boolean }

/**
 * A reviewer's slots that begin from now until an instant (ms since 1970), by time. Slots whose
 * reviews were marked early are left out, because they can no longer be lost.
 */
export async function readUpcomingSlots(
  { db, clock }: Context,
  reviewerId: string,
  until: number,
): Promise<UpcomingSlot[]> {
  const now = clock()
  const slots = await readSlotsWithin(db, { reviewerId, from: now, until })
  return toUpcomingSlots(
    slots.filter(({ is_used_up }) => is_used_up === 0),
    now,
  )
}

function toUpcomingSlots(
  slots: Awaited<ReturnType<typeof readSlotsWithin>>,
  now: number,
): UpcomingSlot[] {
  return slots
    .filter(({ starts_at }) => starts_at > now)
    .map(({ id, is_generated, is_free, is_used_up, ...slot }) => ({
      id,
      isGenerated: is_generated === 1,
      isFree: is_free === 1,
      ...toSpan(slot),
    }))
}

/**
 * Replaces a reviewer's generated slots within a range that have not begun: deletes free ones that
 * are not wanted, and inserts wanted ones that overlap nothing. The caller must hold
 * `lockForSlotRemoval`. Returns how many were added. Generated slots have no audit entries; the
 * entry of the availability covers them.
 */
export async function regenerateSlots(
  context: Context<Tx>,
  reviewerId: string,
  { wanted, until }: { wanted: Span[]; until: number },
): Promise<number> {
  const { db, clock } = context
  const now = clock()
  const taken = await readSlotsWithin(db, { reviewerId, from: now, until })
  const isWanted = makeSpanMatcher(wanted)
  const unwanted = toUpcomingSlots(taken, now).filter(
    (slot) => slot.isGenerated && slot.isFree && !isWanted(slot),
  )
  const removed = new Set(
    await removeFreeSlots(
      context,
      unwanted.map(({ id }) => id),
    ),
  )
  const kept = taken.filter(({ id }) => !removed.has(id)).map(toSpan)
  const rows = filterNonOverlapping(wanted, kept).map(({ startsAt, endsAt }) => ({
    id: newId(),
    reviewer_id: reviewerId,
    starts_at: startsAt,
    ends_at: endsAt,
    is_generated: 1,
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await insertSlots(db, rows.slice(from, from + rowsAtOnce))
  }
  const gone = taken.filter(({ id }) => removed.has(id))
  await emitSlotWebhookEvents(context, 'slot.removed', reviewerId, gone)
  await emitSlotWebhookEvents(context, 'slot.added', reviewerId, rows)
  if (removed.size > 0 || rows.length > 0) context.live.changed('slots', [reviewerId])
  return rows.length
}

/** Returns a function that tells whether a range is one of these. */
export function makeSpanMatcher(spans: Span[]): (span: Span) => boolean {
  const keyOf = ({ startsAt, endsAt }: Span) => `${startsAt} ${endsAt}`
  const keys = new Set(spans.map(keyOf))
  return (span) => keys.has(keyOf(span))
}

const toSpan = (slot: { starts_at: number; ends_at: number }): Span => ({
  startsAt: slot.starts_at,
  endsAt: slot.ends_at,
})
