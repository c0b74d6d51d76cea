import { type RawBuilder, sql } from 'kysely'
import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import { presenceTrustedMs } from '#contract/limits/calls.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, didChange, first, run, type Values } from '#server/database/query.ts'
import {
  canBeRestoredToReview,
  type HistoryEntryToUndo,
  hasEnoughBufferSince,
  hasRoomOnDaySince,
  isAllowedByRulesSince,
  isBookable,
  isUnused,
} from '#server/slots/bookable/bookable.ts'
import { asNumber, hasActiveStudent, selectWantedSlot, type WantedSlot } from '../queries.ts'

/** For a row of `reviews`: it is open and its slot has not begun. */
const isBookedAndUpcoming = (
  now: RawBuilder<number>,
) => sql<boolean>`reviews.status = 'review-scheduled'
  and reviews.closed_at is null and reviews.held_at > ${now}`

/** For a row of `reviews`: it is open and unmarked, and no slot of it has begun. */
export const isOpenAndNotStarted = (
  now: RawBuilder<number>,
) => sql<boolean>`reviews.closed_at is null
  and reviews.status <> 'conducted' and (reviews.held_at is null or reviews.held_at > ${now})`

/**
 * Moves a booked review to another slot. Returns false if it is not booked or has begun, its
 * student is blocked, or the slot is not a bookable slot of this reviewer. Throws a unique
 * violation if the slot is taken concurrently.
 */
export const saveMove = didChange((db, wanted: Values<WantedSlot>) =>
  db
    .updateTable('reviews')
    .set({ slot_id: wanted.slotId, booked_at: wanted.now })
    .where('id', '=', wanted.reviewId)
    .where(isBookedAndUpcoming(wanted.now))
    .where(hasActiveStudent)
    .where(({ exists }) =>
      exists(selectWantedSlot(db, wanted).select('slots.id').where(isBookable(wanted))),
    ),
)

const free = { slot_id: null, status: 'not-scheduled' } as const

/** Frees a review's slot; false if it is not booked or has begun. */
export const saveCancellation = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db.updateTable('reviews').set(free).where('id', '=', reviewId).where(isBookedAndUpcoming(now)),
)

/** A student's booked reviews that have not begun. */
export const readUpcomingBookings = all(
  (db, { studentId, now }: Values<{ studentId: string; now: number }>) =>
    db
      .selectFrom('reviews')
      .select('id')
      .where('student_id', '=', studentId)
      .where(isBookedAndUpcoming(now))
      .orderBy('id'),
)

/** Takes a booked review's slot away and remembers it as lost until the review is booked again. */
export const saveSlotLoss = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db
      .updateTable('reviews')
      .set(({ ref }) => ({
        ...free,
        lost_starts_at: ref('held_at'),
        lost_reviewer_id: ref('reviewer_id'),
      }))
      .where('id', '=', reviewId)
      .where(isBookedAndUpcoming(now)),
)

/** For a row of `reviews`: the student or reviewer is in the room now. */
const isInRoom = (who: NoShowRole, now: RawBuilder<number>) => sql<boolean>`exists (
  select 1 from call_presence as room where room.review_id = reviews.id
    and room.here like '%"' || ${sql.ref(`reviews.${who}_id`)} || '"%'
    and room.last_at + ${sql.lit(presenceTrustedMs)} > ${now})`

/** For a row of `reviews`: both were in the room during the slot, or are there now. */
const wereTogether = (now: RawBuilder<number>) => sql<boolean>`(exists (
  select 1 from call_presence as room where room.review_id = reviews.id
    and room.held_at = reviews.held_at and (room.met_at is not null or room.together_ms > 0))
  or (${isInRoom('student', now)} and ${isInRoom('reviewer', now)}))`

/**
 * For a row of `reviews`: the student or reviewer was in the room since the slot began, or is there
 * now.
 */
const hasCome = (who: NoShowRole, now: RawBuilder<number>) => sql<boolean>`(exists (
  select 1 from call_events as seen where seen.review_id = reviews.id
    and seen.person_id = ${sql.ref(`reviews.${who}_id`)} and seen.at >= reviews.held_at)
  or ${isInRoom(who, now)})`

/** Whether both were in the review's room during its slot, or are there now. */
export const didMeetInRoom = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db.selectFrom('reviews').select('id').where('id', '=', reviewId).where(wereTogether(now)),
)

type NoShow = { reviewId: string; now: number; begunBy: number }

/**
 * Frees the slot of a review after a no-show. Returns false if it is not booked, began after
 * `begunBy`, both met, or the absent person was in the room.
 */
export const freeSlotAfterNoShow = {
  student: saveNoShowOf('student'),
  reviewer: saveNoShowOf('reviewer'),
}

function saveNoShowOf(who: NoShowRole) {
  return didChange((db, { reviewId, now, begunBy }: Values<NoShow>) =>
    db
      .updateTable('reviews')
      .set(free)
      .where('id', '=', reviewId)
      .where('status', '=', 'review-scheduled')
      .where('closed_at', 'is', null)
      .where('held_at', '<=', begunBy)
      .where(sql<boolean>`not ${wereTogether(now)} and not ${hasCome(who, now)}`),
  )
}

/** Records that a no-show used up a slot. */
export const insertNoShow = run(
  (db, row: Values<{ slot_id: string; review_id: string; who: NoShowRole; at: number }>) =>
    db.insertInto('no_shows').values(row),
)

type TakenBack = WantedSlot & HistoryEntryToUndo

/** The rules about restoring a slot of an active reviewer: 1 if kept, 0 if broken. */
export const readUndoRuleChecks = first((db, wanted: Values<TakenBack>) =>
  selectWantedSlot(db, wanted)
    .where(isActive)
    .select([
      asNumber(sql`slots.starts_at > ${wanted.now}`).as('upcoming'),
      asNumber(isUnused).as('unused'),
      asNumber(hasEnoughBufferSince(wanted)).as('buffer'),
      asNumber(hasRoomOnDaySince(wanted)).as('day_limit'),
      asNumber(isAllowedByRulesSince(wanted)).as('rules'),
    ]),
)

/**
 * Restores the slot that a review had before its last change, if the review is as that change left
 * it, its student is not blocked, and the slot can be restored. Throws a unique violation if the
 * slot is taken concurrently.
 */
export const restorePreviousSlot = didChange(
  (db, { leftWith, ...wanted }: Values<TakenBack & { leftWith: string }>) =>
    db
      .updateTable('reviews')
      .set({
        slot_id: wanted.slotId,
        status: 'review-scheduled',
        lost_starts_at: null,
        lost_reviewer_id: null,
        // The time of the last booking of this slot.
        booked_at: sql<number>`coalesce((select max(line.at) from review_history as line
        where line.review_id = reviews.id and line.to_slot_id = ${wanted.slotId}
          and line.what in ('booked', 'moved')), reviews.booked_at)`,
      })
      .where('id', '=', wanted.reviewId)
      .where(isOpenAndNotStarted(wanted.now))
      .where(hasActiveStudent)
      .where(sql<boolean>`coalesce(reviews.slot_id, '') = ${leftWith}`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('slots')
            .innerJoin('people', 'people.id', 'slots.reviewer_id')
            .select('slots.id')
            .where('slots.id', '=', wanted.slotId)
            .where(canBeRestoredToReview(wanted)),
        ),
      ),
)

/**
 * The history entries by which blocking students or reviewers ended bookings, or moved them to
 * another reviewer: at that instant or just after.
 */
export const readBookingsEndedByBlock = all(
  (db, { ids, since }: Values<{ ids: string; since: number }>) =>
    db
      .selectFrom('review_history as line')
      .innerJoin('reviews', 'reviews.id', 'line.review_id')
      .selectAll('line')
      // A subquery: with a join the planner could start by reading all students and all reviews.
      .select(({ selectFrom }) =>
        selectFrom('people')
          .select('name')
          .whereRef('people.id', '=', 'reviews.student_id')
          .$asScalar()
          .$notNull()
          .as('student'),
      )
      .where('line.what', 'in', ['cancelled', 'lost', 'moved'])
      .where('line.at', '>=', since)
      .where(({ or }) =>
        or([
          isInJsonList(db, 'reviews.student_id', ids),
          isInJsonList(db, 'line.from_reviewer_id', ids),
        ]),
      )
      .orderBy('line.id'),
)
