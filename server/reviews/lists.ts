import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { anyDomain } from '#contract/people.ts'
import type { ReviewStatus } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import {
  type Listing,
  preparedPages,
  readFoundPage,
  readPageThrough,
  shownInOrder,
} from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import { isAlso, ofPerson, type Search, searchFor } from '#server/database/search.ts'
import type { Tables } from '#server/database/tables.ts'
import { type ReviewRow, type ReviewRows, selectReviews } from './review-view.ts'

/**
 * Whose reviews: an advisor's are given to them, a reviewer's have one of their slots, and an
 * admin may see everybody's.
 */
export type Owner = { role: Role; personId: string }

/** Whoever has reviews of their own: everybody but an admin. */
export type FollowingOwner = { role: keyof typeof ownerColumn; personId: string }

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
  reviewer: 'reviews.reviewer_id',
} as const

function selectOwnReviews(db: Db, role: Role, personId: RawBuilder<string>) {
  const all = selectReviews(db)
  return role === 'admin' ? all : all.where(ownerColumn[role], '=', personId)
}

const ownReviewOf = (role: Role) =>
  prepared(['personId', 'id'], (db, { personId, id }: Gaps<{ personId: string; id: string }>) =>
    selectOwnReviews(db, role, personId).where('reviews.id', '=', id),
  )

const readReviewOf: Record<Role, ReturnType<typeof ownReviewOf>> = {
  student: ownReviewOf('student'),
  advisor: ownReviewOf('advisor'),
  reviewer: ownReviewOf('reviewer'),
  admin: ownReviewOf('admin'),
}

/** One of the owner's reviews. */
export function readOwnReview(db: Db, { role, personId }: Owner, id: string) {
  return readReviewOf[role].first(db, { personId, id })
}

/** The student's latest review of a week, or of the week they are in. */
export function readLatestReview(db: Db, studentId: string, week?: number) {
  return week === undefined
    ? latestOfPresentWeek.first(db, { studentId })
    : latestOfWeek.first(db, { studentId, week })
}

const latestOfPresentWeek = prepared(
  ['studentId'],
  (db, { studentId }: Gaps<{ studentId: string }>) =>
    selectLatestReview(db, studentId).whereRef('reviews.week', '=', 'student.week'),
)

const latestOfWeek = prepared(
  ['studentId', 'week'],
  (db, { studentId, week }: Gaps<{ studentId: string; week: number }>) =>
    selectLatestReview(db, studentId).where('reviews.week', '=', week),
)

function selectLatestReview(db: Db, studentId: RawBuilder<string>) {
  return selectOwnReviews(db, 'student', studentId).orderBy('reviews.id', 'desc').limit(1)
}

/** The student's latest review before one that has a slot of this reviewer. */
export function readReviewBefore(db: Db, reviewerId: string, id: string) {
  return latestBefore.first(db, { reviewerId, id })
}

const latestBefore = prepared(
  ['reviewerId', 'id'],
  (db, { reviewerId, id }: Gaps<{ reviewerId: string; id: string }>) => {
    const studentId = sql<string>`(select student_id from reviews
      where id = ${id} and reviewer_id = ${reviewerId})`
    return selectLatestReview(db, studentId).where('reviews.id', '<', id)
  },
)

const oldestFirst: Listing<ReviewRow> = {
  order: { columns: ['reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.id],
}
const newestFirst: Listing<ReviewRow> = {
  ...oldestFirst,
  order: { ...oldestFirst.order, direction: 'desc' },
}
const dueSoonestFirst: Listing<ReviewRow> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.due_at, row.id],
}
const heldSoonestFirst: Listing<ReviewRow> = {
  order: { columns: ['reviews.held_at', 'reviews.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at ?? 0, row.id],
}

/** A page of all of a student's reviews, the oldest first. */
export function readStudentReviews(db: Db, studentId: string, asked: PageAsked) {
  return ofStudent(db, { studentId }, asked)
}

const ofStudent = preparedPages(
  ['studentId'],
  oldestFirst,
  (db, { studentId }: Gaps<{ studentId: string }>, part) => {
    const rows = part(db.selectFrom('reviews').selectAll().where('student_id', '=', studentId))
    return shownInOrder(db, selectReviews, rows, oldestFirst.order)
  },
)

/**
 * A page of the owner's reviews, the newest first; with `type` the open ones that wait for a slot,
 * due soonest first; with `home=true` the open ones that are booked, held soonest first.
 */
export function readReviews(db: Db, owner: FollowingOwner, filter: ReviewFilter) {
  const { role, personId } = owner
  const { student, week = null, status = null, domain = null } = filter
  const wanted = searchFor(db, filter.search)
  if (student) return readOfOneStudent(db, owner, { ...filter, student }, wanted)
  if (!wanted) return ownPages(role, filter)(db, { personId, week, status, domain }, filter)
  const { all, listing, read } = filtered(db, filter)
  const whole = all.where(ownerColumn[role], '=', personId)
  const fits = wanted.fits(keyOfStudent)
  const found = all
    .where(isAlso(ownerColumn[role], personId))
    .where(wanted.names('reviews.student_id'))
    .where(fits)
  const searched = { whole, looking: whole.where(fits), found, howMany: wanted.howMany }
  return readFoundPage(searched, listing.order, filter, read)
}

const keyOfStudent = ofPerson('search_key', sql.ref('reviews.student_id'))

/** A student has few reviews: there is less to read by the student than by the owner. */
function readOfOneStudent(
  db: Db,
  { role, personId }: FollowingOwner,
  filter: ReviewFilter & { student: string },
  wanted: Search | undefined,
) {
  const { all, read } = filtered(db, filter)
  const theirs = all
    .where('student_id', '=', filter.student)
    .where(isAlso(ownerColumn[role], personId))
  return read(wanted ? theirs.where(wanted.fits(keyOfStudent)) : theirs)
}

/** Everybody's reviews that a filter leaves, in its order, and how a page of them is read. */
function filtered(db: Db, filter: ReviewFilter) {
  const { conditions, listing } = listingOf(filter)
  const read = (rows: ReviewRows) =>
    readPageThrough(db, selectReviews, rows, listing.order, filter, listing.keyOf)
  return { all: db.selectFrom('reviews').selectAll().where(conditions), listing, read }
}

type Own = {
  personId: string
  week: number | null
  status: string | null
  domain: string | null
}
type OwnPages = ReturnType<typeof preparedPages<Own, ReviewRow>>
const kindsOfPages = new Map<string, OwnPages>()

/** The pages of the owner's reviews without a search, for each kind of filter by itself. */
function ownPages(role: FollowingOwner['role'], filter: ReviewFilter): OwnPages {
  const { type, home, open, week, status, domain } = filter
  const flags = { type: type && 'booking', home: home === 'true', open: open === 'true' }
  const isNarrowed = [week !== undefined, Boolean(status), Boolean(domain && domain !== anyDomain)]
  const kind = JSON.stringify([role, flags, isNarrowed])
  const known = kindsOfPages.get(kind)
  if (known) return known
  const { listing } = listingOf(filter)
  const names = ['personId', 'week', 'status', 'domain'] as const
  const made = preparedPages(names, listing, (db, gaps: Gaps<Own>, part) => {
    const { conditions } = listingOf(filter, gaps)
    const own = db.selectFrom('reviews').selectAll().where(conditions)
    const rows = part(own.where(ownerColumn[role], '=', gaps.personId))
    return shownInOrder(db, selectReviews, rows, listing.order)
  })
  kindsOfPages.set(kind, made)
  return made
}

/**
 * What a filter says of the reviews themselves, and the order it asks for; with `gaps` for a query
 * that is compiled once for all of its values.
 */
function listingOf({ type, home, week, status, open, domain }: ReviewFilter, gaps?: Gaps<Own>) {
  const is = expressionBuilder<Tables, 'reviews'>()
  const conditions: Expression<SqlBool>[] = []
  let listing = newestFirst
  if (type) {
    conditions.push(is('reviews.status', '=', sql.lit('not-scheduled')))
    listing = dueSoonestFirst
  }
  if (home === 'true') {
    conditions.push(is('reviews.status', '=', sql.lit('review-scheduled')))
    listing = heldSoonestFirst
  }
  if (type || home === 'true' || open === 'true') {
    conditions.push(is('reviews.closed_at', 'is', null))
  }
  if (week !== undefined) conditions.push(is('reviews.week', '=', gaps?.week ?? week))
  if (status) conditions.push(is('reviews.status', '=', gaps?.status ?? status))
  if (domain && domain !== anyDomain) {
    conditions.push(
      is(ofPerson('domain_id', sql.ref('reviews.student_id')), '=', gaps?.domain ?? domain),
    )
  }
  return { listing, conditions: is.and(conditions) }
}
