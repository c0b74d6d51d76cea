import { type RawBuilder, sql } from 'kysely'
import { notAdded, type TaskStatus } from '#contract/reviews.ts'
import { isActive } from '#server/database/active.ts'
import { all, did, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** What a review begins with. */
export type NewReview = Pick<
  Tables['reviews'],
  | ('id' | 'student_id' | 'advisor_id' | 'week')
  | ('due_at' | 'follows_id' | 'pending_task' | 'created_at')
>

/** How a review stands that nothing has happened to, beside what it was opened with. */
export const untouched = {
  status: 'not-scheduled',
  slot_id: null,
  closed_at: null,
  code: 0,
  theory: 0,
  week_status: '',
  seminar: notAdded,
  progress: notAdded,
  typing: notAdded,
}

/** Adds a review that waits for a slot; the database refuses a second one that follows the same. */
export const insertReview = run((db, review: Values<NewReview>) =>
  db.insertInto('reviews').values({ ...review, ...untouched }),
)

/** The verified, unblocked advisor with the fewest open reviews; of several, the first added. */
export const readFreestAdvisor = first((db) =>
  db
    .selectFrom('people')
    .leftJoin('reviews', (join) =>
      join
        .onRef('reviews.advisor_id', '=', 'people.id')
        .on('reviews.closed_at', 'is', null)
        .on('reviews.status', '<>', 'conducted'),
    )
    .select('people.id')
    .where('people.role', '=', 'advisor')
    .where(isActive)
    .groupBy('people.id')
    .orderBy(({ fn }) => fn.count('reviews.id'))
    .orderBy('people.id')
    .limit(1),
)

/** Gives the open reviews without an advisor to this one, and returns their ids. */
export const giveWaitingReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .updateTable('reviews')
    .set({ advisor_id: advisorId })
    .where('advisor_id', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id'),
)

/** A review by its id, and whose it must be. */
export type OfAdvisor = { id: string; advisorId: string }

/** Saves the task states that are not null; false when the review is not this advisor's. */
export const saveTaskStatus = did(
  (db, { id, advisorId, ...given }: Values<OfAdvisor & Record<keyof TaskStatus, string | null>>) =>
    db
      .updateTable('reviews')
      .set(orAsItIs(given))
      .where('id', '=', id)
      .where('advisor_id', '=', advisorId),
)

/** What is given for each column, or what stands in it if that is null. */
function orAsItIs(given: Record<string, RawBuilder<unknown>>) {
  return Object.fromEntries(
    Object.entries(given).map(([column, value]) => [
      column,
      sql`coalesce(${value}, ${sql.ref(column)})`,
    ]),
  )
}

type MarkColumns = 'code' | 'theory' | 'week_status' | 'status' | 'pending_task'
type Marked = { [Column in MarkColumns]: Tables['reviews'][Column] | null } & {
  marked_at: number | null
}

/** Saves the columns that are not null; false when the review has no slot of this reviewer. */
export const saveMark = did(
  (db, { id, reviewerId, ...given }: Values<{ id: string; reviewerId: string } & Marked>) =>
    db
      .updateTable('reviews')
      .set({
        ...orAsItIs(given),
        marked_at: sql<number | null>`coalesce(marked_at, ${given.marked_at})`,
      })
      .where('id', '=', id)
      .where('reviewer_id', '=', reviewerId),
)

/** Closes an advisor's review and returns it; undefined when it is not theirs or already closed. */
export const closeReview = first(
  (db, { id, advisorId, now }: Values<OfAdvisor & { now: number }>) =>
    db
      .updateTable('reviews')
      .set({ closed_at: now, freed_slot_id: null })
      .where('id', '=', id)
      .where('advisor_id', '=', advisorId)
      .where('closed_at', 'is', null)
      .returning(['student_id', 'week', 'reviewer_id', 'pending_task']),
)

/** Frees the slot of a review if it is booked and has not begun; the review keeps it in mind. */
export const freeUnusedSlot = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('reviews')
    .set(({ ref }) => ({ slot_id: null, status: 'not-scheduled', freed_slot_id: ref('slot_id') }))
    .where('id', '=', id)
    .where('status', '=', 'review-scheduled')
    .where('held_at', '>', now),
)

/** What a booking asks for and when, and the span (ms since 1970) in which the slot must begin. */
export type SlotWish = {
  reviewId: string
  advisorId: string
  slotId: string
  reviewerId: string
  after: number
  before: number
  now: number
}

/**
 * Books the slot for the review; false when the review is not this advisor's, waits for no slot,
 * or the slot is not a bookable one of this reviewer. The database refuses a slot that is taken.
 */
export const saveBooking = did((db, wish: Values<SlotWish>) =>
  db
    .updateTable('reviews')
    .set({ slot_id: wish.slotId, status: 'review-scheduled', booked_at: wish.now })
    .where('id', '=', wish.reviewId)
    .where('advisor_id', '=', wish.advisorId)
    .where('status', '=', 'not-scheduled')
    .where('closed_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('slots')
          .innerJoin('people', 'people.id', 'slots.reviewer_id')
          .select('slots.id')
          .where('slots.id', '=', wish.slotId)
          .where('slots.reviewer_id', '=', wish.reviewerId)
          .where('slots.starts_at', '>', wish.after)
          .where('slots.starts_at', '<', wish.before)
          .where(isActive),
      ),
    ),
)
