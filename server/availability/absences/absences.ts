import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { RestoredBookings } from '#contract/accounts/undo-block.ts'
import {
  type Absence,
  absenceMessages,
  absenceRefusals,
  type NewAbsence,
} from '#contract/availability/absences.ts'
import {
  pleaseConfirmMessage,
  type SlotRemovalEffects,
} from '#contract/availability/affected-bookings.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { absenceDaysMax, absencesMax, noEnd } from '#contract/limits/availability.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, recordAudits, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { emitSlotWebhookEvents } from '#server/slots/emit-slot-webhook-events.ts'
import { readUpcomingSlots, type UpcomingSlot } from '#server/slots/generated-slots.ts'
import { lockForSlotRemoval, removeFreeSlots } from '#server/slots/remove-free-slots.ts'
import { generateSlots } from '../generate-slots.ts'
import {
  type AffectedReviewsViewer,
  lockForRebooking,
  previewAffectedReviews,
  rebookAffectedReviews,
} from '../rebooking/rebook-affected-reviews.ts'
import {
  countUpcomingAbsences,
  deleteAbsence,
  insertAbsence,
  readAbsences,
  readEnclosingAbsence,
} from './queries.ts'
import { getAbsenceBounds, nothingRestored, restoreRemovedSlots } from './restore-removed-slots.ts'

/** Returns a page of a reviewer's absences, latest first. */
export async function listAbsences(
  { db }: Context,
  reviewerId: string,
  asked: PageRequest,
): Promise<Page<Absence>> {
  const page = await readAbsences(db, { reviewerId }, asked)
  return mapPage(page, ({ id, date_from, date_to, reason, created_at }) => ({
    _id: id,
    from: date_from,
    to: date_to,
    reason,
    addedAt: toIsoInstant(created_at),
  }))
}

/**
 * Adds an absence of a reviewer. An admin may do so for them, and the reviewer is notified. The
 * slots of these days are removed, and their reviews are moved or lose their slot; without
 * `confirm` the effects are only returned (contract, section 9). Refuses an absence in the past or
 * more than a year ahead (400), unless an admin adds one without an end; one within another
 * absence, too many absences, and slots that are just being booked (409); for an admin also an
 * unknown reviewer (404) or one who is blocked or unverified (409).
 */
export async function addAbsence(
  context: Context<Tx>,
  by: AffectedReviewsViewer,
  { reviewer: reviewerId, confirm, ...days }: NewAbsence & { reviewer: string },
): Promise<SlotRemovalEffects & { absence: Absence | null }> {
  const today = refuseDays(context, by, days)
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
    const affected = await previewAffectedReviews(context, by, loss)
    return {
      message: pleaseConfirmMessage,
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
  const message = days.to === noEnd ? absenceMessages.left : absenceMessages.added
  return { message, isDone: true, ...preview, touches: affected, absence }
}

/**
 * Deletes an absence and generates slots again. With `undo`, first restores the other slots that it
 * removed, and the bookings that it ended. Returns how many slots and which bookings came back.
 * Refuses one that is not the reviewer's (404), to undo one that was added more than ten minutes
 * ago, and a reviewer who has left (409); for an admin, refuses like `addAbsence`.
 */
export async function withdrawAbsence(
  context: Context<Tx>,
  by: AffectedReviewsViewer,
  { reviewer: reviewerId, id, undo }: { reviewer: string; id: string; undo: boolean },
): Promise<{ added: number; bookings: RestoredBookings }> {
  if (undo) await lockForRebooking(context)
  if (by.role === 'admin') await lockForSlotRemoval(context, reviewerId)
  await refuseNotAtWork(context, by, reviewerId)
  const gone = await deleteAbsence(context.db, { id, reviewerId })
  if (!gone) throw new Refused(absenceRefusals.unknown)
  if (undo && gone.created_at < context.clock() - undoMs)
    throw new Refused(absenceRefusals.undoOver)
  if (by.role === 'reviewer' && gone.date_to === noEnd) throw new Refused(absenceRefusals.hasLeft)
  const days = { from: gone.date_from, to: gone.date_to, reason: gone.reason }
  const [before, after] = [toAuditedValues(days), { absence: null }]
  await recordAudit(context, { kind: 'people', id: reviewerId, before, after })
  await notifyReviewer(context, by, { reviewerId, ...days, what: 'taken back' })
  const removed = { ...days, reviewerId, since: gone.created_at }
  const { slots, bookings } = undo ? await restoreRemovedSlots(context, removed) : nothingRestored
  const added = slots + (await generateSlots(context, reviewerId))
  context.live.changed('slots', [reviewerId])
  return { added, bookings }
}

type Days = Omit<Absence, '_id' | 'addedAt'>

/** Refuses a range in the past or too far off (400); returns today's date (YYYY-MM-DD). */
function refuseDays(
  { clock, settings }: Context,
  { role }: AffectedReviewsViewer,
  { from, to }: Days,
): string {
  const today = getDateInZone(clock(), settings.timeZone)
  const { over, tooFar } = absenceRefusals
  if (to < today) throw new Refused(over, { errors: { to: over.message } })
  const last = role === 'admin' && to === noEnd ? from : to
  if (last > addDays(today, absenceDaysMax) || from < addDays(today, -absenceDaysMax)) {
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
  const { count } = await countUpcomingAbsences(db, { reviewerId, today })
  if (count >= absencesMax) throw new Refused(tooMany)
}

/** The slots of these days that have not begun. */
async function findSlotsOn(context: Context, reviewerId: string, days: Days) {
  const { from, until } = getAbsenceBounds(context, days)
  const slots = await readUpcomingSlots(context, reviewerId, until)
  return slots.filter(({ startsAt }) => startsAt >= from)
}

async function store(context: Context<Tx>, reviewerId: string, days: Days): Promise<Absence> {
  const [id, created_at] = [newId(), context.clock()]
  await insertAbsence(context.db, {
    id,
    reviewer_id: reviewerId,
    created_at,
    date_from: days.from,
    date_to: days.to,
    reason: days.reason,
  })
  const [before, after] = [{ absence: null }, toAuditedValues(days)]
  await recordAudit(context, { kind: 'people', id: reviewerId, before, after })
  return { _id: id, ...days, addedAt: toIsoInstant(created_at) }
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
    kind: 'absence',
    dedupeKey: newId(),
    to: [{ _id: reviewerId, role: 'reviewer' }],
    payload: () => ({ by: admin?.name ?? '', ...facts }),
  })
}

const toAuditedValues = ({ from, to, reason }: Days) => ({
  absence: `${to === noEnd ? `from ${from} on` : `${from} to ${to}`}: ${reason}`,
})

/**
 * Removes slots, which are free by now. Generated ones can be generated again after the absence;
 * others, and those that were booked, get an audit entry, by which an undo restores them.
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
  const kept = slots.filter(({ isGenerated, isFree }) => !isGenerated || !isFree)
  await recordAudits(
    context,
    kept.map(({ id, isGenerated, startsAt: starts_at, endsAt: ends_at }) => {
      const is_generated = isGenerated ? 1 : 0
      const before = { id, reviewer_id: reviewerId, starts_at, ends_at, is_generated }
      return { kind: 'slots', id, before }
    }),
  )
  await emitSlotWebhookEvents(
    context,
    'slot.removed',
    reviewerId,
    slots.map(({ id, startsAt }) => ({ id, starts_at: startsAt })),
  )
  context.live.changed('slots', [reviewerId])
}
