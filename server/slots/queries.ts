import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { isCheckViolation } from '#server/database/errors/constraint-errors.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { slotsOverlap } from '#server/database/migrations/ddl/slot-overlap.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type BookingRuleInputs,
  byStartTime,
  isAllowedByAllRules,
  isInHorizon,
  isUnusedInHorizon,
  selectObstacle,
} from './bookable/bookable.ts'
import { markSlotsInBusyTimes } from './bookable/busy-times.ts'
import type { InstantRange } from './bookable/instant-range.ts'

/**
 * Inserts slots of a reviewer, all or none, and marks those in busy times. Throws a constraint
 * violation if any overlaps another slot.
 */
export async function insertSlots(db: Db, slots: Insertable<Tables['slots']>[]): Promise<void> {
  await db.insertInto('slots').values(slots).execute()
  const starts = slots.map(({ starts_at }) => starts_at)
  for (const reviewerId of new Set(slots.map(({ reviewer_id }) => reviewer_id))) {
    await markSlotsInBusyTimes(db, { reviewerId, from: Math.min(...starts) })
  }
}

/** Whether the error means that slots of one reviewer would overlap. */
export function isSlotOverlapError(error: unknown): boolean {
  return isCheckViolation(error, slotsOverlap)
}

function selectSlots(db: Db) {
  return db
    .selectFrom('slots')
    .leftJoin('reviews', 'reviews.slot_id', 'slots.id')
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .select(['slots.id', 'slots.starts_at', 'slots.ends_at'])
    .select(sql<string | null>`coalesce(reviews.id, no_shows.review_id)`.as('review_id'))
}

function selectSlotsOf(
  db: Db,
  { reviewerId, ...span }: Values<{ reviewerId: string } & InstantRange>,
) {
  return selectSlots(db).where('slots.reviewer_id', '=', reviewerId).where(isInHorizon(span))
}

/** A page of a reviewer's slots within a time range, with the reviews that have them, by time. */
export const readSlotsWithReviews = definePaginatedList(
  byStartTime,
  (db, values: Values<{ reviewerId: string } & InstantRange>) =>
    selectSlotsOf(db, values)
      .leftJoin('reviews as held', (join) =>
        join.on('held.id', '=', sql`coalesce(reviews.id, no_shows.review_id)`),
      )
      .leftJoin('people as student', 'student.id', 'held.student_id')
      .select([
        'slots.is_busy',
        'held.status',
        'held.week',
        'held.student_id',
        'student.name as student_name',
      ]),
)

/**
 * A page of a reviewer's slots from now until an instant, each with the reason if it cannot be
 * booked now.
 */
export const readOfferedSlots = definePaginatedList(
  byStartTime,
  (
    db,
    {
      shownBefore,
      ...values
    }: Values<{ reviewerId: string; shownBefore: number } & BookingRuleInputs>,
  ) =>
    selectSlotsOf(db, { ...values, before: shownBefore }).select(
      selectObstacle(values).as('obstacle'),
    ),
)

function selectBookableReviewers(db: Db) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'sort_key'])
    .where('role', '=', 'reviewer')
    .where(isActive)
}

/** A reviewer who is verified and not blocked. */
export const readActiveReviewer = first((db, { id }: Values<{ id: string }>) =>
  selectBookableReviewers(db).where('id', '=', id),
)

const byName: PageOrder<{ id: string; sort_key: string }> = {
  order: { columns: ['sort_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** A page of the verified, unblocked reviewers, by name. */
export const readActiveReviewers = definePaginatedList(byName, selectBookableReviewers)

/**
 * How many slots of each of these reviewers can be booked now, and when the first begins;
 * `reviewerIds` is a JSON array.
 */
export const readFreeSlotCounts = all(
  (db, { reviewerIds, ...bookable }: Values<BookingRuleInputs & { reviewerIds: string }>) =>
    db
      .selectFrom('slots')
      .select(({ fn }) => [
        'slots.reviewer_id',
        fn.countAll<number>().as('count'),
        fn.min('slots.starts_at').as('first'),
      ])
      .where(isInJsonList(db, 'slots.reviewer_id', reviewerIds))
      .where(isInHorizon(bookable))
      .where(isUnusedInHorizon(bookable))
      .where(
        isAllowedByAllRules(bookable, isInJsonList(db, 'availabilities.reviewer_id', reviewerIds)),
      )
      .groupBy('slots.reviewer_id'),
)

/** The domains of several reviewers, by name; `reviewerIds` is a JSON array. */
export const readDomainsByReviewer = all((db, { reviewerIds }: Values<{ reviewerIds: string }>) =>
  db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['reviewer_domains.reviewer_id', 'domains.id', 'domains.name'])
    .where(isInJsonList(db, 'reviewer_domains.reviewer_id', reviewerIds))
    .orderBy('domains.sort_key'),
)
