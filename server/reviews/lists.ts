import type { PageAsked } from '#contract/kit/endpoint.ts'
import { anyDomain } from '#contract/people.ts'
import type { ReviewStatus } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/kit/database.ts'
import { type Order, readPage } from '#server/kit/paging.ts'
import { contains } from '#server/kit/search.ts'
import { type ReviewRow, selectReviews } from './review-view.ts'

/**
 * Whose reviews: an advisor's are given to them, a reviewer's have one of their slots, and an
 * admin may see everybody's.
 */
export type Owner = { role: Role; personId: string }

/** What a list can be narrowed by (contract, section 3); empty texts narrow nothing. */
export type ReviewFilter = PageAsked & {
  type?: string | undefined
  home?: string | undefined
  search?: string | undefined
  domain?: string | undefined
  week?: number | undefined
  status?: ReviewStatus | undefined
  open?: string | undefined
  student?: string | undefined
}

const ownerColumn = {
  student: 'reviews.student_id',
  advisor: 'reviews.advisor_id',
  reviewer: 'slots.reviewer_id',
} as const

function selectOwnReviews(db: Db, { role, personId }: Owner) {
  const all = selectReviews(db)
  return role === 'admin' ? all : all.where(ownerColumn[role], '=', personId)
}

/** One of the owner's reviews. */
export function readOwnReview(db: Db, owner: Owner, id: string) {
  return selectOwnReviews(db, owner).where('reviews.id', '=', id).executeTakeFirst()
}

/** The student's latest review of a week, or of the week they are in. */
export function readLatestReview(db: Db, studentId: string, week?: number) {
  let query = selectOwnReviews(db, { role: 'student', personId: studentId })
  query =
    week === undefined
      ? query.whereRef('reviews.week', '=', 'student.week')
      : query.where('reviews.week', '=', week)
  return query.orderBy('reviews.id', 'desc').limit(1).executeTakeFirst()
}

/** The student's latest review before another one of theirs. */
export function readReviewBefore(db: Db, studentId: string, id: string) {
  return selectOwnReviews(db, { role: 'student', personId: studentId })
    .where('reviews.id', '<', id)
    .orderBy('reviews.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Listing = { order: Order; keyOf: (row: ReviewRow) => (string | number)[] }

const oldestFirst: Listing = {
  order: { columns: ['reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.id],
}
const newestFirst: Listing = { ...oldestFirst, order: { ...oldestFirst.order, direction: 'desc' } }
const dueSoonestFirst: Listing = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.due_at, row.id],
}
const heldSoonestFirst: Listing = {
  order: { columns: ['slots.starts_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at ?? 0, row.id],
}

/** A page of all of a student's reviews, the oldest first. */
export function readStudentReviews(db: Db, studentId: string, asked: PageAsked) {
  const query = selectOwnReviews(db, { role: 'student', personId: studentId })
  return readPage(query, oldestFirst.order, asked, oldestFirst.keyOf)
}

/**
 * A page of the owner's reviews, the newest first; with `type` the open ones that wait for a slot,
 * due soonest first; with `home=true` the open ones that are booked, held soonest first.
 */
export function readReviews(db: Db, owner: Owner, filter: ReviewFilter) {
  const { search, domain, week, status, open, student } = filter
  let query = selectOwnReviews(db, owner)
  let listing = newestFirst
  if (filter.type) {
    query = query
      .where('reviews.status', '=', 'not-scheduled')
      .where('reviews.closed_at', 'is', null)
    listing = dueSoonestFirst
  }
  if (filter.home === 'true') {
    query = query
      .where('reviews.status', '=', 'review-scheduled')
      .where('reviews.closed_at', 'is', null)
    listing = heldSoonestFirst
  }
  if (search) query = query.where(contains('student.search_key', search))
  if (domain && domain !== anyDomain) query = query.where('student.domain_id', '=', domain)
  if (week !== undefined) query = query.where('reviews.week', '=', week)
  if (status) query = query.where('reviews.status', '=', status)
  if (open === 'true') query = query.where('reviews.closed_at', 'is', null)
  if (student) query = query.where('student.id', '=', student)
  return readPage(query, listing.order, filter, listing.keyOf)
}
