import { sql } from 'kysely'
import type { StudentReviewSort } from '#contract/reviews/person-reviews.ts'
import type { Role } from '#contract/roles.ts'
import type { OrderColumn, PageOrder } from '#server/database/list/paginate.ts'
import { hasActiveStudent } from './queries.ts'
import type { ReviewRow } from './view/review-view.ts'

export const oldestFirst: PageOrder<ReviewRow> = {
  order: { columns: ['reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.id],
}
export const newestFirst: PageOrder<ReviewRow> = {
  ...oldestFirst,
  order: { ...oldestFirst.order, direction: 'desc' },
}
export const dueSoonestFirst: PageOrder<ReviewRow> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.due_at, row.id],
}
export const heldSoonestFirst: PageOrder<ReviewRow> = {
  order: { columns: ['reviews.held_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at ?? 0, row.id],
}

const nameIn = (column: string) =>
  sql<string>`coalesce((select sort_key from people where id = ${sql.ref(column)}), '')`

/** Open work of the owner first, soonest on top; then the rest, latest first. */
export function openWorkFirst(role: Role): readonly OrderColumn[] {
  const isBooked = role === 'reviewer' ? sql`and reviews.status = 'review-scheduled'` : sql``
  const isNext = sql`reviews.closed_at is null ${isBooked} and ${hasActiveStudent}`
  const when = sql`coalesce(reviews.held_at, reviews.due_at)`
  return [
    sql<number>`(case when ${isNext} then 0 else 1 end)`,
    sql<number>`(case when ${isNext} then ${when} else -${when} end)`,
    'reviews.id',
  ]
}

/** Values of other tables come from subqueries: a join could start by reading all people. */
export const studentReviewOrders: Record<StudentReviewSort, readonly OrderColumn[]> = {
  student: [nameIn('reviews.student_id'), 'reviews.id'],
  advisor: [nameIn('reviews.advisor_id'), 'reviews.id'],
  reviewer: [nameIn('reviews.reviewer_id'), 'reviews.id'],
  domain: [
    sql`coalesce((select domains.sort_key from people join domains on domains.id = people.domain_id
      where people.id = reviews.student_id), '')`,
    'reviews.id',
  ],
  week: ['reviews.week', 'reviews.id'],
  status: [
    sql`(case reviews.status when 'not-scheduled' then 0 when 'review-scheduled' then 1 else 2 end)`,
    'reviews.id',
  ],
  date: ['reviews.due_at', 'reviews.id'],
  when: [sql`coalesce(reviews.held_at, reviews.due_at)`, 'reviews.id'],
  together: [
    // Time together during a slot that was given up does not count for the current slot.
    sql`coalesce((select together_ms from call_presence as one where one.review_id = reviews.id
      and coalesce(one.held_at, -1) = coalesce(reviews.held_at, -1)), 0)`,
    'reviews.id',
  ],
}
