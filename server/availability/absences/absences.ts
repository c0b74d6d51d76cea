import { accountRefusals } from '#contract/accounts/accounts.ts'
import {
  type Absence,
  absenceMessages,
  absenceRefusals,
  type NewAbsence,
} from '#contract/availability/absences.ts'
import {
  notSavedYetMessage,
  type SlotRemovalResult,
} from '#contract/availability/affected-bookings.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { addDays, dateInZone, instantAt } from '#contract/kit/time/zone.ts'
import { absenceDaysMax, absencesMax } from '#contract/limits/availability.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { findUpcomingSlots, type UpcomingSlot } from '#server/slots/generated-slots.ts'
import { lockForSlotRemoval, removeFreeSlots } from '#server/slots/remove-free-slots.ts'
import { generateSlots } from '../generate-slots.ts'
import {
  type AffectedReviewsViewer,
  lockForRebooking,
  previewAffected,
  rebookAffectedReviews,
} from '../rebooking/rebook-affected-reviews.ts'
import {
  countAbsences,
  deleteAbsence,
  insertAbsence,
  readAbsences,
  readEnclosingAbsence,
} from './queries.ts'

/** Returns a page of a reviewer's absences, latest first. */
export async function listAbsences(
  { db }: Context,
  reviewerId: string,
  asked: PageRequest,
): Promise<Page<Absence>> {
  const page = await readAbsences(db, { reviewerId }, asked)
  return mapPage(page, ({ id, date_from, date_to, reason }) => ({
    ...{ _id: id, from: date_from, to: date_to, reason },
  }))
}

/**
 * Adds an absence of a reviewer. An admin may do so for them, and the reviewer is notified. The
 * slots of these days are removed, and their reviews are moved or lose their slot; without
 * `confirm` the effects are only returned (contract, section 9). Refuses an absence in the past or
 * more than a year ahead (400), one within another absence, too many absences, and slots that are
 * just being booked (409); for an admin also an unknown reviewer (404) or one who is blocked or
 * unverified (409).
 */
export async function addAbsence(
  context: Context<Tx>,
  by: AffectedReviewsViewer,
  { reviewer: reviewerId, confirm, ...days }: NewAbsence & { reviewer: string },
): Promise<SlotRemovalResult & { absence: Absence | null }> {
  const today = refuseDays(context, days)
  await lockForRebooking(context)
  await lockForSlotRemoval(context, reviewerId)
  await refuseNotAtWork(context, by, reviewerId)
  await refuseBesideNoted(context, by, { ...days, reviewerId, today })
  const slots = await findSlotsOn(context, reviewerId, days)
  const gone = new Set(slots.map(({ id }) => id))
  const why = { reason: days.reason, awayUntil: days.to }
  const loss = { reviewerId, lost: gone, gone, ...why }
  const preview = { removes: slots.length }
  if (!confirm) {
    skipAudit(context)
    const affected = await previewAffected(context, by, loss)
    return {
      message: notSavedYetMessage,
      isDone: false,
      ...preview,
      touches: affected,
      absence: null,
    }
  }
  const absence = await store(context, reviewerId, days)
  await notifyReviewer(context, by, { reviewerId, ...days, what: 'noted' })
  const affected = await rebookAffectedReviews(context, by, loss)
  await remove(context, reviewerId, slots)
  const message = by.role === 'admin' ? absenceMessages.addedFor : absenceMessages.added
  return { message, isDone: true, ...preview, touches: affected, absence }
}

/**
 * Deletes an absence, generates slots again, and returns how many. Refuses one that is not the
 * reviewer's (404); for an admin, refuses like `addAbsence`.
 */
export async function withdrawAbsence(
  context: Context<Tx>,
  by: AffectedReviewsViewer,
  { reviewer: reviewerId, id }: { reviewer: string; id: string },
): Promise<number> {
  if (by.role === 'admin') await lockForSlotRemoval(context, reviewerId)
  await refuseNotAtWork(context, by, reviewerId)
  const gone = await deleteAbsence(context.db, { id, reviewerId })
  if (!gone) throw new Refused(absenceRefusals.unknown)
  const days = { from: gone.date_from, to: gone.date_to, reason: gone.reason }
  const [before, after] = [toAuditedValues(days), { absence: null }]
  await recordAudit(context, { kind: 'people', id: reviewerId, before, after })
  await notifyReviewer(context, by, { reviewerId, ...days, what: 'taken back' })
  const added = await generateSlots(context, reviewerId)
  context.live.changed('slots', [reviewerId])
  return added
}

type Days = Omit<Absence, '_id'>

/** Refuses a range in the past or too far off (400); returns today's date (YYYY-MM-DD). */
function refuseDays({ clock, settings }: Context, { from, to }: Days): string {
  const today = dateInZone(clock(), settings.timeZone)
  const { over, tooFar } = absenceRefusals
  if (to < today) throw new Refused(over, { errors: { to: over.message } })
  if (to > addDays(today, absenceDaysMax) || from < addDays(today, -absenceDaysMax)) {
    throw new Refused(tooFar, { errors: { to: tooFar.message } })
  }
  return today
}

/** For an admin, refuses a reviewer who is unknown or inactive; reviewers themselves are active. */
async function refuseNotAtWork(
  context: Context<Tx>,
  { role }: AffectedReviewsViewer,
  reviewerId: string,
): Promise<void> {
  if (role === 'reviewer') return
  const reviewer = await findPerson(context, 'reviewer', { id: reviewerId })
  if (!reviewer) throw new Refused(accountRefusals.unknownUser)
  if (reviewer.blocked_at !== null || reviewer.verified_at === null) {
    throw new Refused(absenceRefusals.notAtWork)
  }
}

async function refuseBesideNoted(
  { db }: Context<Tx>,
  { role }: AffectedReviewsViewer,
  { reviewerId, from, to, today }: Days & { reviewerId: string; today: string },
): Promise<void> {
  const { away, awayAlready, tooMany } = absenceRefusals
  if (await readEnclosingAbsence(db, { reviewerId, from, to })) {
    throw new Refused(role === 'admin' ? awayAlready : away)
  }
  const { count } = await countAbsences(db, { reviewerId, today })
  if (count >= absencesMax) throw new Refused(tooMany)
}

/** The slots of these days that have not begun. */
async function findSlotsOn(context: Context, reviewerId: string, { from, to }: Days) {
  const { timeZone } = context.settings
  const midnight = (date: string) => instantAt(date, '00:00', timeZone)
  const slots = await findUpcomingSlots(context, reviewerId, midnight(addDays(to, 1)))
  return slots.filter(({ startsAt }) => startsAt >= midnight(from))
}

async function store(context: Context<Tx>, reviewerId: string, days: Days): Promise<Absence> {
  const id = newId()
  await insertAbsence(context.db, {
    ...{ id, reviewer_id: reviewerId, created_at: context.clock() },
    ...{ date_from: days.from, date_to: days.to, reason: days.reason },
  })
  const [before, after] = [{ absence: null }, toAuditedValues(days)]
  await recordAudit(context, { kind: 'people', id: reviewerId, before, after })
  return { _id: id, ...days }
}

/** Notifies the reviewer of what an admin did; nothing if they did it themselves. */
async function notifyReviewer(
  context: Context<Tx>,
  by: AffectedReviewsViewer,
  { reviewerId, ...facts }: Days & { reviewerId: string; what: 'noted' | 'taken back' },
): Promise<void> {
  if (by.role === 'reviewer') return
  const admin = await findPerson(context, 'admin', { id: by.personId })
  await notify(context, {
    ...{ kind: 'absence', dedupeKey: newId(), to: [{ _id: reviewerId, role: 'reviewer' }] },
    payload: () => ({ by: admin?.name ?? '', ...facts }),
  })
}

const toAuditedValues = ({ from, to, reason }: Days) => ({ absence: `${from} to ${to}: ${reason}` })

/**
 * Removes free slots. Generated ones can be generated again after the absence; others get an audit
 * entry.
 */
async function remove(
  context: Context<Tx>,
  reviewerId: string,
  slots: UpcomingSlot[],
): Promise<void> {
  const removed = await removeFreeSlots(
    context,
    slots.map(({ id }) => id),
  )
  if (removed.length < slots.length) throw new Refused(absenceRefusals.bookedMeanwhile)
  for (const { id, isGenerated, startsAt, endsAt } of slots) {
    if (isGenerated) continue
    const before = { id, reviewer_id: reviewerId, starts_at: startsAt, ends_at: endsAt }
    await recordAudit(context, { kind: 'slots', id, before })
  }
  context.live.changed('slots', [reviewerId])
}
