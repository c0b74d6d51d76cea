import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { isActive, isParticipating } from '#server/database/person-conditions.ts'
import { all, first, type Values } from '#server/database/query.ts'
import { type AdvisorScope, isAdvisedBy } from '#server/reviews/advisor-or-admin.ts'
import {
  type BookingRuleInputs,
  byStartTime,
  selectBookableSlotsOfDomain,
} from '#server/slots/bookable/bookable.ts'
import { type BookingDays, getDayIndex } from '#server/slots/bookable/booking-days.ts'

const hasRequest =
  sql<number>`case when reschedule_requests.review_id is not null then 1 else 0 end`.as(
    'has_request',
  )

/**
 * Open reviews, with the student's domain and the reviewer of the student's last two reviews if
 * both had the same one.
 */
function selectOpen(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .leftJoin('reviews as last', 'last.id', 'reviews.follows_id')
    .leftJoin('reviews as earlier', 'earlier.id', 'last.follows_id')
    .leftJoin('reschedule_requests', (join) =>
      join
        .onRef('reschedule_requests.review_id', '=', 'reviews.id')
        .on('reschedule_requests.ended_at', 'is', null),
    )
    .select(['reviews.id', 'reviews.week', 'reviews.due_at'])
    .select(['student.id as student_id', 'student.name as student_name'])
    .select(['student.email as student_email', 'student.week as student_week'])
    .select(['domains.id as domain_id', 'domains.name as domain_name'])
    .select([
      sql<string | null>`case when last.reviewer_id = earlier.reviewer_id
        then last.reviewer_id end`.as('repeat_reviewer'),
      hasRequest,
    ])
    .where('reviews.closed_at', 'is', null)
    .where('reviews.status', '<>', sql.lit('conducted'))
}

export type WaitingRow = Awaited<ReturnType<ReturnType<typeof selectOpen>['execute']>>[number]

const dueSoonestFirst: PageOrder<WaitingRow> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.due_at, row.id],
}

/** A page of an advisor's reviews without a slot, by due date. */
export const readAdvisorWaitingReviews = definePaginatedList(
  dueSoonestFirst,
  (db, { advisorId }: Values<{ advisorId: string }>) =>
    selectOpen(db)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where(isParticipating('student'))
      .where('reviews.advisor_id', '=', advisorId),
)

/** A page of all reviews without a slot, with what decides when they can have one. */
export const readWaitingReviews = definePaginatedList(
  { ...dueSoonestFirst, keyOf: ({ due_at, id }: { due_at: number; id: string }) => [due_at, id] },
  (db) =>
    db
      .selectFrom('reviews')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .leftJoin('reschedule_requests', (join) =>
        join
          .onRef('reschedule_requests.review_id', '=', 'reviews.id')
          .on('reschedule_requests.ended_at', 'is', null),
      )
      .select(['reviews.id', 'reviews.due_at', 'student.domain_id'])
      .select(hasRequest)
      .where('reviews.closed_at', 'is', null)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where('reviews.advisor_id', 'is not', null)
      .where(isParticipating('student')),
)

/** One of an advisor's open, unmarked reviews; it may be booked. */
export const readOpenReview = first((db, { advisorId, id }: Values<AdvisorScope>) =>
  selectOpen(db).where('reviews.id', '=', id).where(isAdvisedBy(advisorId)),
)

export type SlotRow = { id: string; reviewer_id: string; starts_at: number; ends_at: number }

/** A time range from `since` up to but not including `until`, in ms since 1970. */
export type Span = { since: number; until: number }

/** The bookable slots of a domain's reviewers in a time range. */
type OfDomain = Span & { domainId: string }

function selectBookable(db: Db, { since, until, ...values }: Values<OfDomain & BookingRuleInputs>) {
  return selectBookableSlotsOfDomain(db, values).where(
    sql<boolean>`slots.starts_at >= ${since} and slots.starts_at < ${until}`,
  )
}

/** A page of bookable slots, by time. */
export const readBookableSlots = definePaginatedList(byStartTime, selectBookable)

/**
 * The first bookable slots of several ranges and domains, up to a maximum for each; `asked` is a
 * JSON array.
 */
export const readFirstBookableSlots = all(
  (db, { asked, ...bookable }: Values<{ asked: string } & BookingRuleInputs>) => {
    const one = selectBookable(db, {
      domainId: sql<string>`asked."domainId"`,
      since: sql<number>`asked.since`,
      until: sql<number>`asked.until`,
      ...bookable,
    })
    const rows = sql<SlotRow>`(select slot.* from json_to_recordset(${asked}::json)
      as asked("domainId" text, since bigint, until bigint, most int)
      cross join lateral (${one.orderBy('slots.starts_at').orderBy('slots.id')}
        limit asked.most) as slot)`
    return db.selectFrom(rows.as('found')).select(['id', 'reviewer_id', 'starts_at', 'ends_at'])
  },
)

type LoadInputs = Span & BookingDays & Pick<BookingRuleInputs, 'reviewId'>

/**
 * The number of booked or used slots per reviewer and booking day in a time range: those before the
 * first day together as day -1, those after the last as null. The slot of the excluded review does
 * not count.
 */
export const countUsedSlots = all((db, { since, until, reviewId, ...days }: Values<LoadInputs>) => {
  const used = sql<{ reviewer_id: string; starts_at: number }>`(
      select reviewer_id, held_at as starts_at from reviews
        where held_at >= ${since} and held_at < ${until} and id <> ${reviewId}
      union all select slots.reviewer_id, slots.starts_at from no_shows
        inner join slots on slots.id = no_shows.slot_id
        where slots.starts_at >= ${since} and slots.starts_at < ${until})`
  return db
    .selectFrom(used.as('used'))
    .select(['reviewer_id', getDayIndex(sql`used.starts_at`, days).as('day')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['reviewer_id', 'day'])
})

/** The bookable reviewers of the given domains with their rules, one row per domain. */
export function readDomainReviewers(db: Db, domainIds: string[]) {
  return selectReviewers(db).where('reviewer_domains.domain_id', 'in', domainIds).execute()
}

/**
 * The bookable reviewers of the given domains, and those of other domains in which any of them
 * reviews too, with their rules, one row per domain.
 */
export function readReviewersOfLinkedDomains(db: Db, domainIds: string[]) {
  return selectReviewers(db)
    .where('reviewer_domains.domain_id', 'in', (from) =>
      from
        .selectFrom('reviewer_domains as own')
        .innerJoin('reviewer_domains as shared', 'shared.reviewer_id', 'own.reviewer_id')
        .select('shared.domain_id')
        .where('own.domain_id', 'in', domainIds),
    )
    .execute()
}

function selectReviewers(db: Db) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('people', 'people.id', 'reviewer_domains.reviewer_id')
    .leftJoin('availabilities', 'availabilities.reviewer_id', 'people.id')
    .select(['people.id', 'people.name', 'reviewer_domains.domain_id'])
    .select(['availabilities.buffer', 'availabilities.most_a_day'])
    .where(isActive)
    .orderBy('reviewer_domains.reviewer_id')
}

/** The slots that students prefer in their reschedule requests, best first. */
export function readRescheduleRequests(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('reschedule_request_slots')
    .innerJoin(
      'reschedule_requests',
      'reschedule_requests.review_id',
      'reschedule_request_slots.review_id',
    )
    .innerJoin('slots', 'slots.id', 'reschedule_request_slots.slot_id')
    .select(['reschedule_request_slots.review_id', 'slots.id as slot_id', 'slots.starts_at'])
    .where('reschedule_request_slots.review_id', 'in', reviewIds)
    .where('reschedule_requests.ended_at', 'is', null)
    .orderBy('reschedule_request_slots.place')
    .execute()
}
