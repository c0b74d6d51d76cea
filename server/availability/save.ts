import { notYetDone, type Removal } from '#contract/availability/removal.ts'
import {
  type Availability,
  type AvailabilityBlock,
  availabilityMessages,
} from '#contract/availability.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import type { Tx } from '#server/database/transaction.ts'
import { note, noteNothing } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { findSlotsAhead, spansIn } from '#server/slots/made.ts'
import { takeTurnAtRemoving } from '#server/slots/remove.ts'
import { findAvailability } from './actions.ts'
import { loseSlots, takeTurnAtLosing, tellTouches } from './lose-slots.ts'
import { endOfMade, findWanted, makeSlots } from './make-slots.ts'
import { deleteBlocks, insertBlocks, upsertAvailability } from './queries.ts'
import { isCovered } from './week.ts'

/**
 * Saves when a reviewer can be booked, and makes the slots of the next 28 days (contract, section
 * 9). A booked one that was made and lies outside of it now is lost: where there are such, nothing
 * changes unless it is confirmed, and what would is told.
 */
export async function saveAvailability(
  context: Context<Tx>,
  reviewerId: string,
  availability: Availability,
  { confirm }: { confirm: boolean },
): Promise<Removal> {
  await takeTurnAtLosing(context)
  await takeTurnAtRemoving(context, reviewerId)
  const onlooker = { role: 'reviewer', personId: reviewerId } as const
  const { lost, gone } = await findGone(context, reviewerId, availability)
  const losing = { reviewerId, lost, gone }
  const removes = gone.size
  if (lost.size > 0 && !confirm) {
    noteNothing(context)
    const touches = await tellTouches(context, onlooker, losing)
    return { message: notYetDone, isDone: false, removes, touches }
  }
  await store(context, reviewerId, availability)
  const touches = lost.size > 0 ? await loseSlots(context, onlooker, losing) : []
  await makeSlots(context, reviewerId)
  return { message: availabilityMessages.saved, isDone: true, removes, touches }
}

/** Which made slots an availability does away with, and those of them that are booked. */
async function findGone(context: Context, reviewerId: string, availability: Availability) {
  const { timeZone } = context.settings
  const slots = await findSlotsAhead(context, reviewerId, endOfMade(context))
  const isWanted = spansIn(await findWanted(context, reviewerId, availability))
  const stays = (slot: (typeof slots)[number]) => {
    if (!slot.isMade) return true
    const date = dateInZone(slot.startsAt, timeZone)
    return slot.isFree ? isWanted(slot) : isCovered(slot, availability, { date, timeZone })
  }
  const gone = slots.filter((slot) => !stays(slot))
  const idsOf = (some: typeof slots) => new Set(some.map(({ id }) => id))
  return { gone: idsOf(gone), lost: idsOf(gone.filter(({ isFree }) => !isFree)) }
}

/** The line in the trail says what slots are made from; they have none of their own. */
async function store(
  context: Context<Tx>,
  reviewerId: string,
  availability: Availability,
): Promise<void> {
  const { db, clock } = context
  const { blocks, buffer, mostADay, notice } = availability
  const before = inTrail(await findAvailability(context, reviewerId))
  await upsertAvailability(db, {
    ...{ reviewer_id: reviewerId, buffer, most_a_day: mostADay, notice, saved_at: clock() },
  })
  await deleteBlocks(db, { reviewerId })
  await insertBlocks(
    db,
    blocks.map(({ weekday, from, to, reviewTime, everyWeeks, since, until }) => ({
      ...{ id: newId(), reviewer_id: reviewerId, weekday, time_from: from, time_to: to },
      ...{ review_time: reviewTime, every_weeks: everyWeeks, since, until },
    })),
  )
  const after = inTrail(await findAvailability(context, reviewerId))
  await note(context, { kind: 'people', id: reviewerId, before, after })
}

function inTrail({ blocks, buffer, mostADay, notice }: Availability) {
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
