import { sql } from 'kysely'
import { isActive } from '#server/database/active.ts'
import { type Listing, list } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { all, first, type Values } from '#server/database/query.ts'
import { isAdvisedBy, type OfAdvisor } from '#server/reviews/guide.ts'
import {
  type Bookable,
  isInHorizon,
  isUnusedWithin,
  keepsAvailability,
  slotsByTime,
} from '#server/slots/bookable.ts'

/** Open reviews, with whose they are and who reviewed both of those before. */
function selectOpen(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .leftJoin('reviews as last', 'last.id', 'reviews.follows_id')
    .leftJoin('reviews as earlier', 'earlier.id', 'last.follows_id')
    .leftJoin('wishes', (join) =>
      join.onRef('wishes.review_id', '=', 'reviews.id').on('wishes.ended_at', 'is', null),
    )
    .select(['reviews.id', 'reviews.week', 'reviews.due_at'])
    .select(['student.id as student_id', 'student.name as student_name'])
    .select(['student.email as student_email', 'student.week as student_week'])
    .select(['domains.id as domain_id', 'domains.name as domain_name'])
    .select([
      sql<string | null>`case when last.reviewer_id = earlier.reviewer_id
        then last.reviewer_id end`.as('tired_of'),
      sql<number>`case when wishes.review_id is not null then 1 else 0 end`.as('has_wish'),
    ])
    .where('reviews.closed_at', 'is', null)
    .where('reviews.status', '<>', sql.lit('conducted'))
}

export type WaitingRow = Awaited<ReturnType<ReturnType<typeof selectOpen>['execute']>>[number]

const dueSoonestFirst: Listing<WaitingRow> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.due_at, row.id],
}

/** A page of an advisor's reviews that wait for a slot, the soonest due first. */
export const readOwnWaiting = list(
  dueSoonestFirst,
  (db, { advisorId }: Values<{ advisorId: string }>) =>
    selectOpen(db)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where('student.blocked_at', 'is', null)
      .where('reviews.advisor_id', '=', advisorId),
)

/** A page of those of all other advisors. */
export const readOtherWaiting = list(
  dueSoonestFirst,
  (db, { advisorId }: Values<{ advisorId: string }>) =>
    selectOpen(db)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where('student.blocked_at', 'is', null)
      .where('reviews.advisor_id', '<>', advisorId),
)

/** One of an advisor's reviews that has no marks and was not followed; it may be booked. */
export const readOpen = first((db, { advisorId, id }: Values<OfAdvisor>) =>
  selectOpen(db).where('reviews.id', '=', id).where(isAdvisedBy(advisorId)),
)

function selectSlots(db: Db) {
  return db
    .selectFrom('slots')
    .select(['slots.id', 'slots.reviewer_id', 'slots.starts_at', 'slots.ends_at'])
}

/** A page of the free slots that can be booked now, of all reviewers. */
export const readBookableSlots = list(slotsByTime, (db, bookable: Values<Bookable>) =>
  selectSlots(db)
    .where(isInHorizon(bookable))
    .where(isUnusedWithin(bookable))
    .where(keepsAvailability(bookable)),
)

/** The same of a domain's reviewers. `is true`: PostgreSQL would begin with them, one by one. */
export const readBookableSlotsOf = list(
  slotsByTime,
  (db, { domainId, ...bookable }: Values<{ domainId: string } & Bookable>) =>
    selectSlots(db)
      .where(isInHorizon(bookable))
      .where(
        sql<boolean>`(slots.reviewer_id in (select reviewer_id from reviewer_domains
          where domain_id = ${domainId})) is true`,
      )
      .where(isUnusedWithin(bookable))
      .where(keepsAvailability(bookable)),
)

/** Whose slots from an instant up to another reviews have, or have used up, and when they begin. */
export const readUsedSlots = all((db, { from, before }: Values<{ from: number; before: number }>) =>
  db
    .selectFrom('reviews')
    .select(({ ref }) => [
      ref('reviewer_id').$castTo<string>().as('reviewer_id'),
      ref('held_at').$castTo<number>().as('starts_at'),
    ])
    .where('held_at', '>=', from)
    .where('held_at', '<', before)
    .unionAll(
      db
        .selectFrom('no_shows')
        .innerJoin('slots', 'slots.id', 'no_shows.slot_id')
        .select(['slots.reviewer_id', 'slots.starts_at'])
        .where('slots.starts_at', '>=', from)
        .where('slots.starts_at', '<', before),
    ),
)

/** The reviewers of several domains who can be booked, once for each domain, and how they want to be. */
export function readReviewersOf(db: Db, domainIds: string[]) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('people', 'people.id', 'reviewer_domains.reviewer_id')
    .leftJoin('availabilities', 'availabilities.reviewer_id', 'people.id')
    .select(['people.id', 'people.name', 'reviewer_domains.domain_id'])
    .select(['availabilities.buffer', 'availabilities.most_a_day'])
    .where('reviewer_domains.domain_id', 'in', domainIds)
    .where(isActive)
    .orderBy('reviewer_domains.reviewer_id')
    .execute()
}

/** What the students of several reviews wish for, the dearest first. */
export function readWishes(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('wish_slots')
    .innerJoin('wishes', 'wishes.review_id', 'wish_slots.review_id')
    .select(['wish_slots.review_id', 'wish_slots.slot_id'])
    .where('wish_slots.review_id', 'in', reviewIds)
    .where('wishes.ended_at', 'is', null)
    .orderBy('wish_slots.place')
    .execute()
}
