import { z } from 'zod'
import { isBlockOnDate } from '#contract/availability/availability.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { formatSlotTimeInZone, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { notRemovedReasons, removalRefusals } from '#contract/slots/remove-and-clone-slots.ts'
import { isForeignKeyViolation } from '#server/database/errors/constraint-errors.ts'
import type { Tables } from '#server/database/tables.ts'
import { advisoryLock, type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockPerson } from '#server/people/actions.ts'
import { emitSlotWebhookEvents } from './emit-slot-webhook-events.ts'
import { insertSlots, isSlotOverlapError } from './queries.ts'
import { refuseDuringLaterAbsence } from './refuse-during-absence.ts'
import {
  deleteFreeSlots,
  deleteRemovedSlot,
  insertRemovedSlot,
  readBlocks,
  readOwnSlotsByIds,
  readRemoval,
} from './reviewer-slot-queries.ts'

/** Serializes adding and removing slots of one reviewer. */
export function lockReviewer({ db }: Context<Tx>, reviewerId: string): Promise<void> {
  return advisoryLock(db, `slots of ${reviewerId}`)
}

/**
 * `lockReviewer` for removing slots or changing how they are booked. Also waits for bookings and
 * reschedule requests of these slots, and makes later ones wait, so that none refers to a removed
 * slot.
 */
export async function lockForSlotRemoval(context: Context<Tx>, reviewerId: string): Promise<void> {
  await lockReviewer(context, reviewerId)
  await lockPerson(context, reviewerId)
}

/**
 * Removes free slots of a reviewer that have not begun, all or none, and returns them; nothing
 * is generated in their place (contract, section 9). Refuses somebody else's slots (404), and booked
 * or begun ones (409); the refusal names each by its id.
 */
export async function removeSlots(
  context: Context<Tx>,
  reviewerId: string,
  asked: string[],
): Promise<OwnSlots> {
  const ids = [...new Set(asked)]
  await lockForSlotRemoval(context, reviewerId)
  const slots = await readOwnSlotsByIds(context.db, reviewerId, ids)
  if (slots.length < ids.length) throw new Refused(removalRefusals.unknown)
  await refuseKept(context, slots)
  const removed = await removeFreeSlots(context, ids)
  if (removed.length < ids.length) {
    // One of them was booked just now.
    await refuseKept(context, await readOwnSlotsByIds(context.db, reviewerId, ids))
    throw new Refused(removalRefusals.kept)
  }
  const isInAvailability = await makeAvailabilityMatcher(context, reviewerId)
  for (const { is_free, ...slot } of slots) {
    if (slot.is_generated === 1 || isInAvailability(slot)) {
      const { reviewer_id, starts_at, ends_at } = slot
      await insertRemovedSlot(context.db, { reviewer_id, starts_at, ends_at })
    }
    await recordAudit(context, { kind: 'slots', id: slot.id, before: slot })
  }
  await emitSlotWebhookEvents(context, 'slot.removed', reviewerId, slots)
  context.live.changed('slots', [reviewerId])
  return slots
}

/** Returns a function that tells whether a slot overlaps the reviewer's weekly availability. */
async function makeAvailabilityMatcher(
  { db, settings: { timeZone } }: Context,
  reviewerId: string,
): Promise<(slot: Pick<Tables['slots'], 'starts_at' | 'ends_at'>) => boolean> {
  const blocks = await readBlocks(db, { reviewerId })
  return ({ starts_at, ends_at }) => {
    const date = getDateInZone(starts_at, timeZone)
    return blocks.some(
      (block) =>
        isBlockOnDate(block, date) &&
        getInstantAt(date, block.from, timeZone) < ends_at &&
        starts_at < getInstantAt(date, block.to, timeZone),
    )
  }
}

type OwnSlots = Awaited<ReturnType<typeof readOwnSlotsByIds>>

async function refuseKept({ clock, settings }: Context, slots: OwnSlots): Promise<void> {
  const now = clock()
  const kept = slots.flatMap(({ id, starts_at, is_free }) => {
    if (is_free === 1 && starts_at > now) return []
    const why = is_free === 1 ? notRemovedReasons.begun : notRemovedReasons.booked
    return [[id, `${formatSlotTimeInZone(starts_at, settings.timeZone)} ${why}`] as const]
  })
  if (kept.length === 0) return
  throw new Refused(removalRefusals.kept, { errors: Object.fromEntries(kept) })
}

/** How often removing is retried when a slot is booked at the same time. */
const triesMax = 5

/** Slots per statement; databases limit the number of variables. */
const namedAtOnce = 1_000

/** Deletes those of the given slots that are free, and returns their ids. */
export async function removeFreeSlots({ db }: Context<Tx>, ids: string[]): Promise<string[]> {
  const removed: string[] = []
  for (let from = 0; from < ids.length; from += namedAtOnce) {
    removed.push(...(await removeSome(db, ids.slice(from, from + namedAtOnce))))
  }
  return removed
}

async function removeSome(db: Tx, ids: string[]): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      const removed = await withinSavepoint(db, () => deleteFreeSlots(db, ids))
      return removed.map(({ id }) => id)
    } catch (error) {
      // A slot was booked at the same moment; the next try sees that.
      if (!isForeignKeyViolation(error) || tries === triesMax) throw error
    }
  }
}

type Removed = {
  slotId: string
  reviewerId: string
  startsAt: number
  endsAt: number
  removedAt: number
  /** Whether it was generated. If omitted, the audit log says so. */
  isGenerated?: boolean
}

/**
 * Inserts a removed slot again. The caller must hold `lockReviewer`. Throws the given refusal if
 * another slot overlaps by now, or if an absence on its day was added since it was removed.
 */
export async function restoreSlot(
  context: Context<Tx>,
  { slotId, reviewerId, startsAt, endsAt, removedAt, isGenerated }: Removed,
  refusal: Refusal,
): Promise<void> {
  const { db, settings } = context
  const date = getDateInZone(startsAt, settings.timeZone)
  await refuseDuringLaterAbsence(context, { reviewerId, date, since: removedAt }, refusal)
  await deleteRemovedSlot(db, { reviewerId, startsAt })
  const slot = {
    id: slotId,
    reviewer_id: reviewerId,
    starts_at: startsAt,
    ends_at: endsAt,
    is_generated: (isGenerated ?? (await wasGenerated(context, slotId))) ? 1 : 0,
  }
  await refuseOnViolation(isSlotOverlapError, refusal, insertSlots(db, [slot]))
  await recordAudit(context, { kind: 'slots', id: slotId, after: slot })
  await emitSlotWebhookEvents(context, 'slot.added', reviewerId, [slot])
}

async function wasGenerated({ db }: Context, slotId: string): Promise<boolean> {
  return parseRemovedSlot(await readRemoval(db, { slotId })).is_generated === 1
}

const RemovedSlot = z.object({
  id: z.string(),
  reviewer_id: z.string(),
  starts_at: z.number(),
  ends_at: z.number(),
  is_generated: z.number(),
})

/** Returns the slot that was removed, from the audit entry of its removal. */
export function parseRemovedSlot({ before }: { before: string | null }) {
  return RemovedSlot.parse(JSON.parse(before ?? ''))
}
