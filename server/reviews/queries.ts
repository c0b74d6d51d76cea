import { type Expression, type RawBuilder, sql } from 'kysely'
import { taskNotAdded, type WeekTaskStates } from '#contract/reviews/reviews.ts'
import type { Db } from '#server/database/connect.ts'
import {
  isActive,
  isNotParticipating,
  isParticipating,
} from '#server/database/person-conditions.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type BookingRuleInputs,
  hasEnoughBuffer,
  hasEnoughNotice,
  isBookableUnlessTaken,
  isInHorizon,
  isOutsideBusyTimes,
  isOutsideHolidays,
  isUnused,
  isWithinDailyMaximum,
} from '#server/slots/bookable/bookable.ts'
import { type AdvisorScope, isAdvisedBy } from './advisor-or-admin.ts'

/** The columns set when a review is opened. */
export type NewReview = Pick<
  Tables['reviews'],
  | ('id' | 'student_id' | 'advisor_id' | 'week')
  | ('due_at' | 'follows_id' | 'pending_task' | 'created_at')
>

/** Columns that derive from others or are bookkeeping, so they need no check for changes. */
type DerivedColumns =
  | ('reviewer_id' | 'held_at' | 'booked_at' | 'marked_at' | 'freed_slot_id')
  | ('tries' | 'follows_critical' | 'theory_falling' | 'held_ms')

/**
 * The columns that change after a review is opened. A new column must be added to
 * `newReviewDefaults`, or to `DerivedColumns` if it can be set on an unchanged review.
 */
type UnsetColumns = Record<
  Exclude<keyof Tables['reviews'], keyof NewReview | DerivedColumns>,
  string | number | null
>

/** The values of a new review's other columns; a review that has them all is unchanged. */
export const newReviewDefaults = {
  status: 'not-scheduled',
  slot_id: null,
  closed_at: null,
  code: 0,
  theory: 0,
  week_status: '',
  seminar: taskNotAdded,
  progress: taskNotAdded,
  typing: taskNotAdded,
  lost_starts_at: null,
  lost_reviewer_id: null,
} satisfies UnsetColumns

/**
 * Inserts a review without a slot. Throws a unique violation if the previous review already has a
 * next one.
 */
export const insertReview = run((db, review: Values<NewReview>) =>
  db.insertInto('reviews').values({ ...review, ...newReviewDefaults }),
)

/** Returns a student's week, and the advisor chosen for them, if that one is active. */
export const readNewStudent = one((db, { studentId }: Values<{ studentId: string }>) =>
  db
    .selectFrom('people as student')
    .leftJoin('people', (join) =>
      join.onRef('people.id', '=', 'student.first_advisor_id').on(isActive),
    )
    .select(['student.week', 'people.id as advisor_id'])
    .where('student.id', '=', studentId),
)

/** The verified, unblocked advisor with the fewest open reviews; the first added if several. */
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

/** Assigns the open reviews without an advisor to this one, and returns them. */
export const updateUnassignedReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .updateTable('reviews')
    .set({ advisor_id: advisorId })
    .where('advisor_id', 'is', null)
    .where('closed_at', 'is', null)
    .returning(['id', 'student_id']),
)

/** Saves the task states that are not null; undefined if the review is not this advisor's. */
export const saveTaskStatus = first(
  (
    db,
    { id, advisorId, ...given }: Values<AdvisorScope & Record<keyof WeekTaskStates, string | null>>,
  ) =>
    db
      .updateTable('reviews')
      .set(keepIfNull(given))
      .where('id', '=', id)
      .where(isAdvisedBy(advisorId))
      .returningAll(),
)

/** Sets the columns that are given and keeps those that are null. */
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

/** Saves the columns that are not null; false if the review is in no slot of this reviewer. */
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

/** The marks that a review was given; undefined if it was given none. */
export const readGivenMark = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('reviews')
    .select(['code', 'theory', 'week_status', 'closed_at'])
    .where('id', '=', id)
    .where('marked_at', 'is not', null),
)

/** Closes an advisor's review and returns it; undefined if it is not theirs or already closed. */
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
 * Frees the review's slot and remembers it in `freed_slot_id`; false if none is booked or it has
 * begun.
 */
export const freeUnusedSlot = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('reviews')
    .set(({ ref }) => ({ slot_id: null, status: 'not-scheduled', freed_slot_id: ref('slot_id') }))
    .where('id', '=', id)
    .where('status', '=', 'review-scheduled')
    .where('held_at', '>', now),
)

/** The slot to book, its reviewer and review, and the inputs of the booking rules. */
export type WantedSlot = BookingRuleInputs & { slotId: string; reviewerId: string }

/** For a row of `reviews`: whether its student takes part, so that it can be booked. */
export const hasActiveStudent = sql<boolean>`exists (select 1 from people as student
  where student.id = reviews.student_id and ${isParticipating('student')})`

/** Since when the review's student is blocked or paused, or has finished. */
export const readInactiveStudent = first((db, { reviewId }: Values<{ reviewId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people', 'people.id', 'reviews.student_id')
    .select(['people.blocked_at', 'people.paused_at', 'people.finished_at'])
    .where('reviews.id', '=', reviewId)
    .where(isNotParticipating),
)

/** Selects the slot to book, joined with its reviewer. */
export function selectWantedSlot(db: Db, { slotId, reviewerId }: Values<OfReviewer>) {
  return db
    .selectFrom('slots')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .where('slots.id', '=', slotId)
    .where('slots.reviewer_id', '=', reviewerId)
}
type OfReviewer = { slotId: string; reviewerId: string }

/**
 * Books the slot for the review and returns the review with the slot's start. Returns undefined if
 * the review is not this advisor's, needs no slot, or has an inactive student, or if the slot is
 * not a bookable slot of this reviewer. Throws a unique violation if the slot is taken
 * concurrently.
 */
export const saveBooking = first((db, wanted: Values<WantedSlot & { advisorId: string | null }>) =>
  db
    .updateTable('reviews')
    .set({
      slot_id: wanted.slotId,
      status: 'review-scheduled',
      booked_at: wanted.now,
      lost_starts_at: null,
      lost_reviewer_id: null,
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
    // Read here because in SQLite a trigger sets the review's own column only after RETURNING.
    .returning(
      sql<number>`(select starts_at from slots where id = ${wanted.slotId})`.as('starts_at'),
    ),
)

/** A condition as 1 or 0, because SQLite has no boolean type. */
export const asNumber = (is: Expression<unknown>) => sql<number>`case when ${is} then 1 else 0 end`

/** The booking rules that the slot of an active reviewer keeps (1) or breaks (0). */
export const readBookingRuleChecks = first((db, wanted: Values<WantedSlot>) =>
  selectWantedSlot(db, wanted)
    .where(isActive)
    .select([
      asNumber(isInHorizon(wanted)).as('horizon'),
      asNumber(isOutsideHolidays(wanted)).as('school_day'),
      asNumber(isUnused).as('unused'),
      asNumber(isOutsideBusyTimes).as('outside_busy_times'),
      asNumber(hasEnoughNotice(wanted)).as('notice'),
      asNumber(hasEnoughBuffer(wanted)).as('buffer'),
      asNumber(isWithinDailyMaximum(wanted)).as('most_a_day'),
    ]),
)
