import { type Expression, type RawBuilder, sql } from 'kysely'
import { notAdded, type TaskStatus } from '#contract/reviews.ts'
import { isActive } from '#server/database/is-active-person.ts'
import type { Db } from '#server/database/open.ts'
import { all, didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type Bookable,
  isBookableUnlessTaken,
  isInHorizon,
  isUnused,
  keepsBuffer,
  keepsMostADay,
  keepsNotice,
} from '#server/slots/bookable/bookable.ts'
import { type AdvisorScope, isAdvisedBy } from './advisor-or-admin.ts'

/** What a review begins with. */
export type NewReview = Pick<
  Tables['reviews'],
  | ('id' | 'student_id' | 'advisor_id' | 'week')
  | ('due_at' | 'follows_id' | 'pending_task' | 'created_at')
>

/** Follow from other columns, or are noted beside them: they say of nothing that those do not. */
type DerivedColumns =
  | ('reviewer_id' | 'held_at' | 'booked_at' | 'marked_at' | 'freed_slot_id')
  | ('tries' | 'follows_critical')

/**
 * What may happen to a review: every column that it does not begin with. A new column goes into
 * `newReviewDefaults`, or into `Following` if a review can have it that nothing has happened to.
 */
type UnsetColumns = Record<
  Exclude<keyof Tables['reviews'], keyof NewReview | DerivedColumns>,
  string | number | null
>

/** How a review stands that nothing has happened to, beside what it was opened with. */
export const newReviewDefaults = {
  status: 'not-scheduled',
  slot_id: null,
  closed_at: null,
  code: 0,
  theory: 0,
  week_status: '',
  seminar: notAdded,
  progress: notAdded,
  typing: notAdded,
  ...{ lost_starts_at: null, lost_reviewer_id: null },
} satisfies UnsetColumns

/** Adds a review that waits for a slot; the database refuses a second one that follows the same. */
export const insertReview = run((db, review: Values<NewReview>) =>
  db.insertInto('reviews').values({ ...review, ...newReviewDefaults }),
)

/** The verified, unblocked advisor with the fewest open reviews; of several, the first added. */
export const readLeastBusyAdvisor = first((db) =>
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
export const updateUnassignedReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .updateTable('reviews')
    .set({ advisor_id: advisorId })
    .where('advisor_id', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id'),
)

/** Saves the task states that are not null; undefined when the review is not this advisor's. */
export const saveTaskStatus = first(
  (
    db,
    { id, advisorId, ...given }: Values<AdvisorScope & Record<keyof TaskStatus, string | null>>,
  ) =>
    db
      .updateTable('reviews')
      .set(keepIfNull(given))
      .where('id', '=', id)
      .where(isAdvisedBy(advisorId))
      .returningAll(),
)

/** What is given for each column, or what stands in it if that is null. */
function keepIfNull(given: Record<string, RawBuilder<unknown>>) {
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
export const saveMark = didChange(
  (db, { id, reviewerId, ...given }: Values<{ id: string; reviewerId: string } & Marked>) =>
    db
      .updateTable('reviews')
      .set({
        ...keepIfNull(given),
        marked_at: sql<number | null>`coalesce(marked_at, ${given.marked_at})`,
      })
      .where('id', '=', id)
      .where('reviewer_id', '=', reviewerId),
)

/** Whether a review has been given marks before. */
export const isMarked = didChange((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('reviews').select('id').where('id', '=', id).where('marked_at', 'is not', null),
)

/** Closes an advisor's review and returns it; undefined when it is not theirs or already closed. */
export const closeReview = first(
  (db, { id, advisorId, now }: Values<AdvisorScope & { now: number }>) =>
    db
      .updateTable('reviews')
      .set({ closed_at: now, freed_slot_id: null })
      .where('id', '=', id)
      .where(isAdvisedBy(advisorId))
      .where('closed_at', 'is', null)
      .returning(['student_id', 'advisor_id', 'week', 'reviewer_id', 'pending_task']),
)

/**
 * Frees the slot of a review, which keeps it in mind; false when none is booked, or it has begun.
 */
export const freeUnusedSlot = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('reviews')
    .set(({ ref }) => ({ slot_id: null, status: 'not-scheduled', freed_slot_id: ref('slot_id') }))
    .where('id', '=', id)
    .where('status', '=', 'review-scheduled')
    .where('held_at', '>', now),
)

/** Which slot is wanted, of whom, for which review, and what decides whether it can be booked. */
export type WantedSlot = Bookable & { slotId: string; reviewerId: string }

/** Of a row of `reviews`: its student is not blocked, and can be given a slot. */
export const hasActiveStudent = sql<boolean>`exists (select 1 from people as student
  where student.id = reviews.student_id and student.blocked_at is null)`

/** Whether the student of a review is blocked. */
export const hasBlockedStudent = didChange((db, { reviewId }: Values<{ reviewId: string }>) =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', reviewId)
    .where(sql<boolean>`not ${hasActiveStudent}`),
)

/** The slot that is wanted, with its reviewer. */
export function selectWantedSlot(db: Db, { slotId, reviewerId }: Values<OfReviewer>) {
  return db
    .selectFrom('slots')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .where('slots.id', '=', slotId)
    .where('slots.reviewer_id', '=', reviewerId)
}
type OfReviewer = { slotId: string; reviewerId: string }

/**
 * Books the slot for the review, and returns that with the slot's beginning; undefined when the review is not this advisor's,
 * waits for no slot, or its student is blocked, or the slot is not a bookable one of this reviewer.
 * The database refuses a slot that is being taken.
 */
export const saveBooking = first((db, wanted: Values<WantedSlot & { advisorId: string | null }>) =>
  db
    .updateTable('reviews')
    .set({
      ...{ slot_id: wanted.slotId, status: 'review-scheduled', booked_at: wanted.now },
      ...{ lost_starts_at: null, lost_reviewer_id: null },
    })
    .where('id', '=', wanted.reviewId)
    .where(isAdvisedBy(wanted.advisorId))
    .where('status', '=', 'not-scheduled')
    .where('closed_at', 'is', null)
    .where(hasActiveStudent)
    .where(({ exists }) =>
      exists(selectWantedSlot(db, wanted).select('slots.id').where(isBookableUnlessTaken(wanted))),
    )
    .returningAll()
    // SQLite copies it to the review after it has answered.
    .returning(
      sql<number>`(select starts_at from slots where id = ${wanted.slotId})`.as('starts_at'),
    ),
)

/** A condition as 1 or 0: SQLite has no true and false to select. */
export const asNumber = (is: Expression<unknown>) => sql<number>`case when ${is} then 1 else 0 end`

/** Which rules a slot of a reviewer who can be booked keeps (1) and which it breaks (0). */
export const readRuleChecks = first((db, wanted: Values<WantedSlot>) =>
  selectWantedSlot(db, wanted)
    .where(isActive)
    .select([
      asNumber(isInHorizon(wanted)).as('horizon'),
      asNumber(isUnused).as('unused'),
      asNumber(keepsNotice(wanted)).as('notice'),
      asNumber(keepsBuffer(wanted)).as('buffer'),
      asNumber(keepsMostADay(wanted)).as('most_a_day'),
    ]),
)
