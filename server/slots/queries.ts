import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { isActive } from '#server/database/active.ts'
import { type Listing, list } from '#server/database/list.ts'
import { slotsOverlap } from '#server/database/migrations/ddl/slot-overlap.ts'
import type { Db } from '#server/database/open.ts'
import { first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { breaksRule } from '#server/database/violations.ts'
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

const byTime: Listing<{ id: string; starts_at: number }> = {
  order: { columns: ['slots.starts_at', 'slots.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at, row.id],
}

/** A page of a reviewer's slots that begin within a span, by time. */
export const readSlots = list(
  byTime,
  (db, { reviewerId, after, before }: Values<{ reviewerId: string } & Horizon>) =>
    selectSlots(db)
      .where('slots.reviewer_id', '=', reviewerId)
      .where('slots.starts_at', '>', after)
      .where('slots.starts_at', '<', before),
)

function selectBookableReviewers(db: Db) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'search_key'])
    .where('role', '=', 'reviewer')
    .where(isActive)
}

/** A reviewer who can be booked: one who is verified and not blocked. */
export const readBookableReviewer = first((db, { id }: Values<{ id: string }>) =>
  selectBookableReviewers(db).where('id', '=', id),
)

const byName: Listing<{ id: string; search_key: string }> = {
  order: { columns: ['search_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.search_key, row.id],
}

/** A page of the reviewers who can be booked, by name, with what is free of them in the horizon. */
export const readBookableReviewers = list(byName, (db, horizon: Values<Horizon>) =>
  selectBookableReviewers(db).select((one) => [
    selectFreeSlots(one, horizon)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as('free_slots'),
    selectFreeSlots(one, horizon)
      .select('slots.starts_at')
      .orderBy('slots.starts_at')
      .limit(sql.lit(1))
      .as('first_free'),
  ]),
)

/** Looked up slot by slot: few slots lie in the horizon, and many reviews have one. */
const booked = sql`(select reviews.slot_id from reviews where reviews.slot_id = slots.id)`

function selectFreeSlots(
  reviewer: ExpressionBuilder<Tables, 'people'>,
  { after, before }: Values<Horizon>,
) {
  return reviewer
    .selectFrom('slots')
    .whereRef('slots.reviewer_id', '=', 'people.id')
    .where('slots.starts_at', '>', after)
    .where('slots.starts_at', '<', before)
    .where(booked, 'is', null)
}

/** The domains of several reviewers, by name. */
export function readDomainsOf(db: Db, reviewerIds: string[]) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['reviewer_domains.reviewer_id', 'domains.id', 'domains.name'])
    .where('reviewer_domains.reviewer_id', 'in', reviewerIds)
    .orderBy('domains.name_key')
    .execute()
}
