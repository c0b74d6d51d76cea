import { type RawBuilder, sql } from 'kysely'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import type { HistoryLine } from '#contract/reviews/history.ts'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import { toReasonForStudent } from '#contract/reviews/scheduling/cancellation.ts'
import { toReference } from '#server/database/column-values.ts'
import type { Db } from '#server/database/connect.ts'
import { all, first, type Values } from '#server/database/query.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import { type Owner, readOwnReview } from '../list-queries.ts'
import { canReadReason } from './can-read-reason.ts'
import { findRequestedSlots } from './requested-slots.ts'

/**
 * Returns a review's history, oldest first; only the latest part if it is very long. A former
 * reviewer sees it up to the end of their own booking. Refuses a review that never was the reader's
 * (404). `canReadReason` decides who sees reasons.
 */
export async function getHistory(
  context: Context,
  reader: Owner,
  reviewId: string,
): Promise<HistoryLine[]> {
  const lines = await findLines(context, reader, reviewId)
  const asked = reader.role === 'reviewer' ? [] : lines.filter(({ what }) => what === 'asked')
  const requestedSlots = await findRequestedSlots(context, reviewId, asked)
  const lastDecided = lines.find(({ what }) => what === 'decided')
  const decided = lastDecided ? await findDecided(context, reviewId, lastDecided) : null
  return lines.toReversed().map((line) => ({
    at: toIsoInstant(line.at),
    what: line.what,
    by: toReference(line.person_id, line.by_name),
    from: toPlacedSlot(context, {
      id: line.from_slot_id,
      starts_at: line.from_starts_at,
      reviewer_id: line.from_reviewer_id,
      reviewer_name: line.from_name,
      review_id: line.what === 'no-show' ? reviewId : null,
    }),
    to: toPlacedSlot(context, {
      id: line.to_slot_id,
      starts_at: line.to_starts_at,
      reviewer_id: line.to_reviewer_id,
      reviewer_name: line.to_name,
      review_id: reviewId,
    }),
    reason: getReason(reader, line),
    who: line.who,
    wished: requestedSlots.get(line) ?? [],
    decided: line === lastDecided ? decided : null,
  }))
}

function getReason(
  reader: Owner,
  { what, reason, from_reviewer_id: from }: Awaited<ReturnType<typeof findLines>>[number],
): string | null {
  if (reason === null || !canReadReason(reader, { what, reason, from })) return null
  return reader.role === 'student' ? toReasonForStudent(reason) : reason
}

/** How the student continued after this decision; null if it was undone. */
async function findDecided(
  { db }: Context,
  reviewId: string,
  { at }: { at: number },
): Promise<HistoryLine['decided']> {
  const next = await readNextWeek(db, { reviewId, at })
  if (!next) return null
  return { way: next.week === next.closed_week ? 'week-repeat' : 'next-week', week: next.week }
}

/** The entries that the reader may see, latest first. */
async function findLines({ db }: Context, { role, personId }: Owner, reviewId: string) {
  const isTheirs = await readOwnReview[role](db, { personId, id: reviewId })
  if (isTheirs) return readHistory(db, { reviewId })
  const last = role === 'reviewer' && (await readLineLeaving(db, { reviewId, personId }))
  if (!last) throw new Refused(reviewRefusals.unknown)
  const [left, ...earlier] = await readHistoryUntil(db, { reviewId, ...last })
  // A former reviewer must not see where the review went.
  return left ? [{ ...left, to_slot_id: null }, ...earlier] : []
}

/** The slot of a history entry. With `review_id` it counts as booked or used by that review. */
function toPlacedSlot(
  context: Context,
  row: {
    id: string | null
    starts_at: number | null
    reviewer_id: string | null
    reviewer_name: string | null
    review_id: string | null
  },
): SlotWithReviewer | null {
  const { id, starts_at, reviewer_id, reviewer_name, review_id } = row
  if (id === null || starts_at === null || reviewer_id === null || reviewer_name === null) {
    return null
  }
  return toSlotWithReviewer(context, { id, starts_at, reviewer_id, reviewer_name, review_id })
}

/** The latest entries first, at most as many as are shown. */
const readHistory = all((db, { reviewId }: Values<{ reviewId: string }>) =>
  selectHistory(db, reviewId),
)

/** Like `readHistory`, up to and including one entry. */
const readHistoryUntil = all(
  (db, { reviewId, at, id }: Values<{ reviewId: string; at: number; id: string }>) =>
    selectHistory(db, reviewId).where(({ and, eb, or }) =>
      or([eb('line.at', '<', at), and([eb('line.at', '=', at), eb('line.id', '<=', id)])]),
    ),
)

/** The last entry in which the review left this reviewer. */
const readLineLeaving = first(
  (db, { reviewId, personId }: Values<{ reviewId: string; personId: string }>) =>
    db
      .selectFrom('review_history')
      .select(['at', 'id'])
      .where('review_id', '=', reviewId)
      .where('from_reviewer_id', '=', personId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
)

/** The week of the next review and of this one, if this one was closed at or before an instant. */
const readNextWeek = first((db, { reviewId, at }: Values<{ reviewId: string; at: number }>) =>
  db
    .selectFrom('reviews as next')
    .innerJoin('reviews as closed', 'closed.id', 'next.follows_id')
    .select(['next.week', 'closed.week as closed_week'])
    .where('next.follows_id', '=', reviewId)
    // A former reviewer may see an earlier decision that was undone and made again.
    .where('closed.closed_at', '<=', at),
)

function selectHistory(db: Db, reviewId: RawBuilder<string>) {
  return db
    .selectFrom('review_history as line')
    .leftJoin('people as doer', 'doer.id', 'line.person_id')
    .leftJoin('people as giver', 'giver.id', 'line.from_reviewer_id')
    .leftJoin('people as taker', 'taker.id', 'line.to_reviewer_id')
    .select(['line.at', 'line.what', 'line.who', 'line.reason', 'line.person_id'])
    .select(['line.from_slot_id', 'line.from_starts_at', 'line.from_reviewer_id'])
    .select(['line.to_slot_id', 'line.to_starts_at', 'line.to_reviewer_id'])
    .select('line.requested_slots')
    .select(['doer.name as by_name', 'giver.name as from_name', 'taker.name as to_name'])
    .where('line.review_id', '=', reviewId)
    .orderBy('line.at', 'desc')
    .orderBy('line.id', 'desc')
    .limit(listLimitMax)
}
