import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { isActive } from '#server/database/active.ts'
import { type Listing, list } from '#server/database/list.ts'
import { slotsOverlap } from '#server/database/migrations/ddl/slot-overlap.ts'
import type { Db } from '#server/database/open.ts'
import { first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { breaksRule } from '#server/database/violations.ts'
import {
  type Bookable,
  isInHorizon,
  isUnused,
  keepsAvailability,
  obstacleOf,
  slotsByTime,
} from './bookable.ts'
import type { Horizon } from './horizon.ts'

/** Adds slots, all or none; the database refuses those that overlap others of the reviewer. */
export async function insertSlots(db: Db, slots: Insertable<Tables['slots']>[]): Promise<void> {
  await db.insertInto('slots').values(slots).execute()
}

/** Whether the error says that slots of one reviewer would overlap. */
export function breaksSlotOverlap(error: unknown): boolean {
  return breaksRule(error, slotsOverlap)
}

function selectSlots(db: Db) {
  return db
    .selectFrom('slots')
    .leftJoin('reviews', 'reviews.slot_id', 'slots.id')
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .select(['slots.id', 'slots.starts_at', 'slots.ends_at'])
    .select(sql<string | null>`coalesce(reviews.id, no_shows.review_id)`.as('review_id'))
}

function selectSlotsOf(db: Db, { reviewerId, ...span }: Values<{ reviewerId: string } & Horizon>) {
  return selectSlots(db).where('slots.reviewer_id', '=', reviewerId).where(isInHorizon(span))
}

/** A page of a reviewer's slots that begin within a span, by time, with who has them. */
export const readHeldSlots = list(
  slotsByTime,
  (db, values: Values<{ reviewerId: string } & Horizon>) =>
    selectSlotsOf(db, values)
      .leftJoin('reviews as held', (join) =>
        join.on('held.id', '=', sql`coalesce(reviews.id, no_shows.review_id)`),
      )
      .leftJoin('people as student', 'student.id', 'held.student_id')
      .select(['held.status', 'held.week', 'held.student_id', 'student.name as student_name']),
)

/** A page of those that begin from now on up to an instant, each with why it cannot be booked now. */
export const readOfferedSlots = list(
  slotsByTime,
  (
    db,
    { shownBefore, ...values }: Values<{ reviewerId: string; shownBefore: number } & Bookable>,
  ) =>
    selectSlotsOf(db, { ...values, before: shownBefore }).select(obstacleOf(values).as('obstacle')),
)

function selectBookableReviewers(db: Db) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'sort_key'])
    .where('role', '=', 'reviewer')
    .where(isActive)
}

/** A reviewer who can be booked: one who is verified and not blocked. */
export const readBookableReviewer = first((db, { id }: Values<{ id: string }>) =>
  selectBookableReviewers(db).where('id', '=', id),
)

const byName: Listing<{ id: string; sort_key: string }> = {
  order: { columns: ['sort_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** A page of the reviewers who can be booked, by name, with what can be booked of them now. */
export const readBookableReviewers = list(byName, (db, values: Values<Bookable>) =>
  selectBookableReviewers(db).select((one) => [
    selectFreeSlots(one, values)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as('free_slots'),
    selectFreeSlots(one, values)
      .select('slots.starts_at')
      .orderBy('slots.starts_at')
      .limit(sql.lit(1))
      .as('first_free'),
  ]),
)

function selectFreeSlots(reviewer: ExpressionBuilder<Tables, 'people'>, values: Values<Bookable>) {
  return reviewer
    .selectFrom('slots')
    .whereRef('slots.reviewer_id', '=', 'people.id')
    .where(isInHorizon(values))
    .where(isUnused)
    .where(keepsAvailability(values))
}

/** The domains of several reviewers, by name. */
export function readDomainsOf(db: Db, reviewerIds: string[]) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['reviewer_domains.reviewer_id', 'domains.id', 'domains.name'])
    .where('reviewer_domains.reviewer_id', 'in', reviewerIds)
    .orderBy('domains.sort_key')
    .execute()
}
