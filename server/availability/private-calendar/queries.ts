import { sql } from 'kysely'
import { isActive } from '#server/database/person-conditions.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Of = { reviewerId: string }
type Row = Tables['private_calendars']

export type CalendarRow = NonNullable<Awaited<ReturnType<typeof readCalendar>>>

/** A reviewer's own calendar; undefined if there is none. */
export const readCalendar = first((db, { reviewerId }: Values<Of>) =>
  db.selectFrom('private_calendars').selectAll().where('reviewer_id', '=', reviewerId),
)

/** Saves a reviewer's calendar, replacing the previous one. */
export const upsertCalendar = run((db, row: Values<Row>) => {
  const { reviewer_id, ...others } = row
  return db
    .insertInto('private_calendars')
    .values(row)
    .onConflict((conflict) => conflict.column('reviewer_id').doUpdateSet(others))
})

export const deleteCalendar = first((db, { reviewerId }: Values<Of>) =>
  db.deleteFrom('private_calendars').where('reviewer_id', '=', reviewerId).returningAll(),
)

/** Makes a calendar due at an instant; false if there is none. */
export const updateDueAt = didChange((db, { reviewerId, dueAt }: Values<Of & { dueAt: number }>) =>
  db.updateTable('private_calendars').set({ due_at: dueAt }).where('reviewer_id', '=', reviewerId),
)

type Now = { now: number }

/** The calendars of active reviewers that are due, with their emails, the longest due first. */
export const readDueCalendars = all((db, { now }: Values<Now>) =>
  db
    .selectFrom('private_calendars')
    .innerJoin('people', 'people.id', 'private_calendars.reviewer_id')
    .select(['private_calendars.reviewer_id', 'people.email'])
    .where('private_calendars.due_at', '<=', now)
    .where(isActive)
    .orderBy('private_calendars.due_at')
    .limit(sql.lit(50)),
)

/**
 * The names of active reviewers whose calendars have not been readable since an instant, longest
 * first. SQLite reads a cross join from left to right: there are few such calendars.
 */
export const readReviewersWithFailingCalendars = all((db, { since }: Values<{ since: number }>) =>
  db
    .selectFrom('private_calendars')
    .crossJoin('people')
    .select('people.name')
    .whereRef('people.id', '=', 'private_calendars.reviewer_id')
    .where('private_calendars.failing_since', '<=', since)
    .where(isActive)
    .orderBy('private_calendars.failing_since')
    .limit(sql.lit(50)),
)

/** Claims a due calendar until an instant; undefined if another process was faster. */
export const claimCalendar = first(
  (db, { reviewerId, now, until }: Values<Of & Now & { until: number }>) =>
    db
      .updateTable('private_calendars')
      .set({ claimed_until: until, tried_at: now })
      .where('reviewer_id', '=', reviewerId)
      .where('due_at', '<=', now)
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .returningAll(),
)

type Outcome = Of &
  Pick<Row, 'url' | 'due_at' | 'read_at' | 'read_until' | 'etag' | 'left_out'> &
  Pick<Row, 'failing_since' | 'error' | 'notified_at'>

/** Records a reading; false if the calendar has another address by now. */
export const recordReading = didChange(
  (db, { reviewerId, url, due_at, ...outcome }: Values<Outcome>) =>
    db
      .updateTable('private_calendars')
      .set({ ...outcome, due_at, claimed_until: null })
      .where('reviewer_id', '=', reviewerId)
      .where('url', '=', url),
)

/** How many reviews are booked in a reviewer's slots that have not begun and are in busy times. */
export const countBookedInBusyTimes = one((db, { reviewerId, now }: Values<Of & Now>) =>
  db
    .selectFrom('slots')
    .innerJoin('reviews', 'reviews.slot_id', 'slots.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('slots.reviewer_id', '=', reviewerId)
    .where('slots.starts_at', '>', now)
    .where('slots.is_busy', '=', sql.lit(1))
    .where('reviews.closed_at', 'is', null),
)
