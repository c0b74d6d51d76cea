import {
  type Absence,
  absenceMessages,
  absenceRefusals,
  type NewAbsence,
} from '#contract/availability/absences.ts'
import { notYetDone, type Removal } from '#contract/availability/removal.ts'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { addDays, dateInZone, instantAt } from '#contract/kit/zone.ts'
import { absenceDaysMax, absencesMax } from '#contract/limits/availability.ts'
import { mapPage, type Page } from '#server/database/list.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { note, noteNothing } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { findSlotsAhead, type SlotAhead } from '#server/slots/made.ts'
import { removeFree, takeTurnAtRemoving } from '#server/slots/remove.ts'
import { loseSlots, takeTurnAtLosing, tellTouches } from '../lose-slots.ts'
import { makeSlots } from '../make-slots.ts'
import {
  countAbsences,
  deleteAbsence,
  insertAbsence,
  readAbsenceAround,
  readAbsences,
} from './queries.ts'

/** A page of a reviewer's absences, the last one first. */
export async function listAbsences(
  { db }: Context,
  reviewerId: string,
  asked: PageAsked,
): Promise<Page<Absence>> {
  const page = await readAbsences(db, { reviewerId }, asked)
  return mapPage(page, ({ id, date_from, date_to, reason }) => ({
    ...{ _id: id, from: date_from, to: date_to, reason },
  }))
}

/**
 * Notes that a reviewer is away: the slots of these days go, and the reviews that have one are moved
 * or lose it. Only tells so where it is not confirmed (contract, section 9). Refuses what is over or
 * more than a year off (400), days that lie in an absence already, too many absences, and slots that
 * are being booked (409).
 */
export async function addAbsence(
  context: Context<Tx>,
  reviewerId: string,
  { confirm, ...days }: NewAbsence,
): Promise<Removal & { absence: Absence | null }> {
  const today = refuseDays(context, days)
  await takeTurnAtLosing(context)
  await takeTurnAtRemoving(context, reviewerId)
  await refuseBesideNoted(context, reviewerId, { ...days, today })
  const onlooker = { role: 'reviewer', personId: reviewerId } as const
  const slots = await findSlotsOn(context, reviewerId, days)
  const gone = new Set(slots.map(({ id }) => id))
  const losing = { reviewerId, lost: gone, gone, reason: days.reason }
  const told = { removes: slots.length }
  if (!confirm) {
    noteNothing(context)
    const touches = await tellTouches(context, onlooker, losing)
    return { message: notYetDone, isDone: false, ...told, touches, absence: null }
  }
  const absence = await store(context, reviewerId, days)
  const touches = await loseSlots(context, onlooker, losing)
  await remove(context, reviewerId, slots)
  return { message: absenceMessages.added, isDone: true, ...told, touches, absence }
}

/**
 * Takes an absence back, with which slots are made again, and returns how many. Refuses one that is
 * not theirs (404).
 */
export async function withdrawAbsence(
  context: Context<Tx>,
  reviewerId: string,
  id: string,
): Promise<number> {
  const gone = await deleteAbsence(context.db, { id, reviewerId })
  if (!gone) throw new Refused(absenceRefusals.unknown)
  const before = inTrail({ from: gone.date_from, to: gone.date_to, reason: gone.reason })
  await note(context, { kind: 'people', id: reviewerId, before, after: { absence: null } })
  const added = await makeSlots(context, reviewerId)
  context.live.changed('slots', [reviewerId])
  return added
}

type Days = Omit<Absence, '_id'>

/** Returns today's date (YYYY-MM-DD). */
function refuseDays({ clock, settings }: Context, { from, to }: Days): string {
  const today = dateInZone(clock(), settings.timeZone)
  const { over, tooFar } = absenceRefusals
  if (to < today) throw new Refused(over, { errors: { to: over.message } })
  if (to > addDays(today, absenceDaysMax) || from < addDays(today, -absenceDaysMax)) {
    throw new Refused(tooFar, { errors: { to: tooFar.message } })
  }
  return today
}

async function refuseBesideNoted(
  { db }: Context<Tx>,
  reviewerId: string,
  { from, to, today }: Days & { today: string },
): Promise<void> {
  const { away, tooMany } = absenceRefusals
  if (await readAbsenceAround(db, { reviewerId, from, to })) throw new Refused(away)
  const { count } = await countAbsences(db, { reviewerId, today })
  if (count >= absencesMax) throw new Refused(tooMany)
}

/** The slots of these days that have not begun. */
async function findSlotsOn(context: Context, reviewerId: string, { from, to }: Days) {
  const { timeZone } = context.settings
  const midnight = (date: string) => instantAt(date, '00:00', timeZone)
  const slots = await findSlotsAhead(context, reviewerId, midnight(addDays(to, 1)))
  return slots.filter(({ startsAt }) => startsAt >= midnight(from))
}

async function store(context: Context<Tx>, reviewerId: string, days: Days): Promise<Absence> {
  const id = newId()
  await insertAbsence(context.db, {
    ...{ id, reviewer_id: reviewerId, created_at: context.clock() },
    ...{ date_from: days.from, date_to: days.to, reason: days.reason },
  })
  const [before, after] = [{ absence: null }, inTrail(days)]
  await note(context, { kind: 'people', id: reviewerId, before, after })
  return { _id: id, ...days }
}

const inTrail = ({ from, to, reason }: Days) => ({ absence: `${from} to ${to}: ${reason}` })

/** Removes free slots: made ones come again with the end of the absence, others leave a line. */
async function remove(context: Context<Tx>, reviewerId: string, slots: SlotAhead[]): Promise<void> {
  const removed = await removeFree(
    context,
    slots.map(({ id }) => id),
  )
  if (removed.length < slots.length) throw new Refused(absenceRefusals.bookedMeanwhile)
  for (const { id, isMade, startsAt, endsAt } of slots) {
    if (isMade) continue
    const before = { id, reviewer_id: reviewerId, starts_at: startsAt, ends_at: endsAt }
    await note(context, { kind: 'slots', id, before })
  }
  context.live.changed('slots', [reviewerId])
}
