import { pleaseConfirmMessage } from '#contract/availability/affected-bookings.ts'
import {
  type Availability,
  type AvailabilityBlock,
  availabilityMessages,
  availabilityRefusals,
  isBlockOver,
  type SavedAvailability,
  type saveAvailability as savingAvailability,
} from '#contract/availability/availability.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { dryRun, type Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { makeSpanMatcher, readUpcomingSlots } from '#server/slots/generated-slots.ts'
import { lockForSlotRemoval } from '#server/slots/remove-free-slots.ts'
import { findAvailability, findStoredBlocks } from './actions.ts'
import { keepBeyondDeparture } from './departure.ts'
import { isWithinAvailability } from './expand-availability.ts'
import { findAvailabilitySlots, generateSlots, getGenerationEnd } from './generate-slots.ts'
import { deleteBlocks, insertBlocks, readAvailability, upsertAvailability } from './queries.ts'
import {
  lockForRebooking,
  previewAffectedReviews,
  rebookAffectedReviews,
} from './rebooking/rebook-affected-reviews.ts'

/**
 * Saves a reviewer's availability and generates the slots of the next 28 days (contract, section
 * 9); blocks that have ended are dropped. Refuses if it was saved after `savedAt`, if that is given
 * (409). Booked generated slots outside the new blocks are lost: if there are any, nothing is saved
 * without `confirm`, and the effects are only returned.
 */
export async function saveAvailability(
  context: Context<Tx>,
  reviewerId: string,
  asked: Availability,
  { confirm, savedAt }: { confirm: boolean; savedAt?: string | null | undefined },
): Promise<EndpointReply<typeof savingAvailability>> {
  await lockForRebooking(context)
  await lockForSlotRemoval(context, reviewerId)
  const before = await findAvailability(context, reviewerId)
  if (savedAt !== undefined && savedAt !== before.savedAt) {
    throw new Refused(availabilityRefusals.savedSince)
  }
  const today = getDateInZone(context.clock(), context.settings.timeZone)
  const availability = {
    ...asked,
    blocks: asked.blocks.filter((block) => !isBlockOver(block, today)),
  }
  const viewer = { role: 'reviewer', personId: reviewerId } as const
  const { lost, gone } = await findGone(context, reviewerId, availability)
  const loss = { reviewerId, lost, gone }
  const removes = gone.size
  if (lost.size > 0 && !confirm) {
    skipAudit(context)
    // Previewed with the new rules.
    const affected = await dryRun(context.db, async () => {
      await storeRules(context, reviewerId, { before, availability })
      return previewAffectedReviews(context, viewer, loss)
    })
    return {
      message: pleaseConfirmMessage,
      isDone: false,
      removes,
      touches: affected,
      adds: 0,
      savedAt: before.savedAt,
    }
  }
  const savedNow = await store(context, reviewerId, { before, availability })
  const affected = lost.size > 0 ? await rebookAffectedReviews(context, viewer, loss) : []
  const adds = await generateSlots(context, reviewerId)
  const done = {
    message: availabilityMessages.saved,
    isDone: true,
    removes,
    touches: affected,
    adds,
  }
  return { ...done, savedAt: savedNow }
}

/** The generated slots that the new availability does not include, and the booked among them. */
async function findGone(context: Context, reviewerId: string, availability: Availability) {
  const { timeZone } = context.settings
  const slots = await readUpcomingSlots(context, reviewerId, getGenerationEnd(context))
  const isWanted = makeSpanMatcher(await findAvailabilitySlots(context, reviewerId, availability))
  const stays = (slot: (typeof slots)[number]) => {
    if (!slot.isGenerated) return true
    const date = getDateInZone(slot.startsAt, timeZone)
    return slot.isFree
      ? isWanted(slot)
      : isWithinAvailability(slot, availability, { date, timeZone })
  }
  const gone = slots.filter((slot) => !stays(slot))
  const idsOf = (some: typeof slots) => new Set(some.map(({ id }) => id))
  return { gone: idsOf(gone), lost: idsOf(gone.filter(({ isFree }) => !isFree)) }
}

type Change = { before: SavedAvailability; availability: Availability }

/** Saves a reviewer's rules and returns the instant, which is always later than the last. */
async function storeRules(
  { db, clock }: Context<Tx>,
  reviewerId: string,
  { before, availability: { buffer, mostADay, notice } }: Change,
): Promise<number> {
  const savedAt = Math.max(clock(), before.savedAt ? Date.parse(before.savedAt) + 1 : 0)
  await upsertAvailability(db, {
    reviewer_id: reviewerId,
    buffer,
    most_a_day: mostADay,
    notice,
    saved_at: savedAt,
  })
  return savedAt
}

/**
 * Saves blocks and rules with one audit entry, which also covers the generated slots. Returns when
 * it was saved.
 */
async function store(context: Context<Tx>, reviewerId: string, change: Change): Promise<string> {
  const { db } = context
  const { before, availability } = change
  const savedAt = await storeRules(context, reviewerId, change)
  const row = await readAvailability(db, { reviewerId })
  const stored = await findStoredBlocks(context, reviewerId)
  const dates = {
    today: getDateInZone(context.clock(), context.settings.timeZone),
    leftOn: row?.left_on ?? null,
  }
  const blocks = keepBeyondDeparture(availability.blocks, stored, dates)
  await deleteBlocks(db, { reviewerId })
  await insertBlocks(
    db,
    blocks.map(({ weekday, from, to, reviewTime, everyWeeks, since, until }) => ({
      id: newId(),
      reviewer_id: reviewerId,
      weekday,
      time_from: from,
      time_to: to,
      review_time: reviewTime,
      every_weeks: everyWeeks,
      since,
      until,
    })),
  )
  const after = toAuditedValues(await findAvailability(context, reviewerId))
  await recordAudit(context, {
    kind: 'people',
    id: reviewerId,
    before: toAuditedValues(before),
    after,
  })
  return toIsoInstant(savedAt)
}

function toAuditedValues({ blocks, buffer, mostADay, notice }: Availability) {
  const availability = JSON.stringify(blocks.map(blockInWords))
  return { availability, buffer, most_a_day: mostADay, notice }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function blockInWords(block: AvailabilityBlock): string {
  const { weekday, from, to, reviewTime, everyWeeks, since, until } = block
  const often = everyWeeks === 1 ? '' : ` every ${everyWeeks} weeks`
  const end = until === null ? '' : ` until ${until}`
  return `${weekdays[weekday - 1]} ${from} to ${to}${often}, ${reviewTime} minutes each, from ${since}${end}`
}
