import { type RawBuilder, sql } from 'kysely'
import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { freedSlotOfferHours } from '#contract/limits/availability.ts'
import type { Db } from '#server/database/connect.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { scheduleReminders } from '../reminders/schedule-reminders.ts'
import type { BookedSlot, HistoryEntry } from './history-entry.ts'
import { findNotificationContext, getVacatedSlot, notifyOfChange } from './notify-of-change.ts'
import { getWebhookEvent, notifyReviewWebhooks } from './notify-review-webhooks.ts'

/** The changes that end an open reschedule request. */
const endsRequest: ReadonlySet<HistoryKind> = new Set<HistoryKind>([
  'booked',
  'moved',
  'cancelled',
  'no-show',
  'marked',
  'decided',
])

/**
 * Adds an entry to a review's history within the transaction of the change, sends the
 * notifications, tells webhooks, and schedules the reminders of the new slot. Ends the open
 * reschedule request at the same instant, if the change does so; an undo finds the request by that
 * instant.
 */
export async function recordReviewChange(context: Context<Tx>, note: HistoryEntry): Promise<void> {
  const { db, change } = context
  const { reviewId, what, from, to, by, who, reason, undoesId, goneEndsAt, requestedSlots } = note
  const at = context.clock()
  const [id, doer] = [newId(), by ?? change?.personId ?? null]
  await insertLine(db, {
    id,
    review_id: reviewId,
    at,
    what,
    who: who ?? null,
    reason: reason ?? null,
    person_id: doer,
    from_slot_id: from?.slotId ?? null,
    from_starts_at: from?.startsAt ?? null,
    from_reviewer_id: from?.reviewerId ?? null,
    to_slot_id: to?.slotId ?? null,
    to_starts_at: to?.startsAt ?? null,
    to_reviewer_id: to?.reviewerId ?? null,
    undoes_id: undoesId ?? null,
    gone_ends_at: goneEndsAt ?? null,
    requested_slots: requestedSlots ? JSON.stringify(requestedSlots) : null,
  })
  const freedSince = at - freedSlotOfferHours * hourMs
  const line = { ...note, id, doer }
  const known = await findNotificationContext(context, line, freedSince)
  await notifyOfChange(context, line, known)
  await scheduleReminders(context, note)
  const event = known.has_webhook === 1 ? getWebhookEvent(note) : undefined
  if (event) await notifyReviewWebhooks(context, event, reviewId, getVacatedSlot(line, known))
  if (endsRequest.has(what) && known.has_request === 1) await endRequest(db, { reviewId, at })
  if (from) await notifyWaiting(context, from, freedSince)
  if (to && known.was_freed === 1) await notifyWaiting(context, to, freedSince)
}

/**
 * A recently freed slot is offered on the homes of all advisors whose reviews need one, until it is
 * taken.
 */
async function notifyWaiting(
  { db, live }: Context,
  { slotId }: BookedSlot,
  since: number,
): Promise<void> {
  const waiting = await readWhoWaits(db, { slotId, since })
  live.changed(
    'slots',
    waiting.map(({ advisor_id }) => advisor_id),
  )
}

/** The advisors with reviews of this domain that need a slot, if it was freed after `since`. */
const readWhoWaits = all((db, { slotId, since }: Values<{ slotId: string; since: number }>) =>
  db
    .selectFrom('slots')
    .innerJoin('reviewer_domains', 'reviewer_domains.reviewer_id', 'slots.reviewer_id')
    .innerJoin('people as student', 'student.domain_id', 'reviewer_domains.domain_id')
    .innerJoin('reviews', 'reviews.student_id', 'student.id')
    .select('reviews.advisor_id')
    .distinct()
    .where('slots.id', '=', slotId)
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('review_history')
          .select('id')
          .whereRef('from_slot_id', '=', 'slots.id')
          .where('at', '>', since),
      ),
    ),
)

const insertLine = run((db, line: Values<Tables['review_history']>) =>
  db.insertInto('review_history').values(line),
)

const endRequest = run((db, { reviewId, at }: Values<{ reviewId: string; at: number }>) =>
  db
    .updateTable('reschedule_requests')
    .set(({ fn }) => ({ ended_at: fn.coalesce('ended_at', at), declined_reason: null }))
    .where('review_id', '=', reviewId)
    .where((is) => is.or([is('ended_at', 'is', null), is('declined_reason', 'is not', null)])),
)

/** The slot that a review has now; undefined if it has none or does not exist. */
export async function findBookedSlot(
  { db }: Context,
  reviewId: string,
): Promise<BookedSlot | undefined> {
  const row = await readPlace(db, { reviewId })
  if (!row || row.slot_id === null || row.held_at === null || row.reviewer_id === null) return
  return { slotId: row.slot_id, startsAt: row.held_at, reviewerId: row.reviewer_id }
}

const readPlace = first((db, { reviewId }: Values<{ reviewId: string }>) =>
  db.selectFrom('reviews').select(['slot_id', 'held_at', 'reviewer_id']).where('id', '=', reviewId),
)

export const readLastEntry = first((db, { reviewId }: Values<{ reviewId: string }>) =>
  selectLastLine(db, reviewId),
)

/** The last entry that involves a slot. */
export const readLastSlotEntry = first((db, { reviewId }: Values<{ reviewId: string }>) =>
  selectLastLine(db, reviewId).where((is) =>
    is.or([is('from_slot_id', 'is not', null), is('to_slot_id', 'is not', null)]),
  ),
)

function selectLastLine(db: Db, reviewId: RawBuilder<string>) {
  return db
    .selectFrom('review_history')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
}

/**
 * Reopens the reschedule request that ended at this instant, unless it was taken back by itself.
 */
export const reopenRescheduleRequest = run(
  (db, { reviewId, at }: Values<{ reviewId: string; at: number }>) =>
    db
      .updateTable('reschedule_requests')
      .set({ ended_at: null })
      .where('review_id', '=', reviewId)
      .where('ended_at', '=', at)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('review_history')
              .select('id')
              .where('review_id', '=', reviewId)
              .where('at', '=', at)
              .where('what', '=', sql.lit('withdrawn')),
          ),
        ),
      ),
)
