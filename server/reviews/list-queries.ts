import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { EndpointQuery, PageRequest, SortBy } from '#contract/kit/endpoint.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { allDomainsValue } from '#contract/people/people.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { StudentReviewSort } from '#contract/reviews/person-reviews.ts'
import type { listReviews } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import {
  defineListWithDeferredJoin,
  type Page,
  type PageOrder,
} from '#server/database/list/paginate.ts'
import {
  type PeopleSearch,
  selectMatchingPeople,
  toPeopleSearch,
} from '#server/database/list/search.ts'
import { defineSortableList } from '#server/database/list/sortable-list.ts'
import { first, type Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type AdvisorReviewRow, selectAdvisorReviews } from './advisor-list/advisor-review-rows.ts'
import { hasActiveStudent } from './queries.ts'
import { isOpenAndNotStarted } from './rescheduling/queries.ts'
import {
  dueSoonestFirst,
  heldSoonestFirst,
  newestFirst,
  oldestFirst,
  openWorkFirst,
  studentReviewOrders,
} from './sort-orders.ts'
import { isReviewersTurn } from './turns/turn-conditions.ts'
import { type ReviewRow, type ReviewsQuery, selectReviews } from './view/review-view.ts'

/**
 * Whose reviews to list. Advisors have those assigned to them, reviewers those in their slots,
 * students their own; an admin may see all.
 */
export type Owner = { role: Role; personId: string }

/** Everybody with reviews of their own, so not an admin. */
export type NonAdminOwner = { role: keyof typeof ownerColumn; personId: string }

/** The filters of a review list (contract, section 3); an empty string does not filter. */
export type ReviewFilter = EndpointQuery<(typeof listReviews)['advisor']>

const ownerColumn = {
  student: 'reviews.student_id',
  advisor: 'reviews.advisor_id',
  reviewer: 'reviews.reviewer_id',
} as const

const readForRole = (role: Role) =>
  first((db, { personId, id }: Values<{ personId: string; id: string }>) =>
    selectOwnReviews(db, role, personId).where('reviews.id', '=', id),
  )

/** Reads one of the owner's reviews, by role. */
export const readOwnReview = {
  student: readForRole('student'),
  advisor: readForRole('advisor'),
  reviewer: readForRole('reviewer'),
  admin: readForRole('admin'),
}

function selectOwnReviews(db: Db, role: Role, personId: RawBuilder<string>) {
  const all = selectReviews(db)
  return role === 'admin' ? all : all.where(ownerColumn[role], '=', personId)
}

/** Those of the given reviews that belong to the owner. */
export function readOwnReviews(db: Db, { role, personId }: Owner, ids: string[]) {
  const rows = db.selectFrom('reviews').selectAll().where('id', 'in', ids)
  const own = role === 'admin' ? rows : rows.where(isAlso(ownerColumn[role], sql`${personId}`))
  return selectReviews(db, own).execute()
}

/**
 * The student's latest review of their current week, who is in its room, and how far they are with
 * its work.
 */
export const readHomeReview = first((db, { studentId }: Values<{ studentId: string }>) =>
  selectPresentReview(db, studentId)
    .leftJoin('work', 'work.review_id', 'reviews.id')
    .leftJoin('call_presence as room', 'room.review_id', 'reviews.id')
    .select(['work.ticks', 'work.ready_at', 'room.here', 'room.last_at']),
)

/** The student's latest review of their current week. */
export const readCurrentReview = first((db, { studentId }: Values<{ studentId: string }>) =>
  selectPresentReview(db, studentId),
)

function selectPresentReview(db: Db, studentId: RawBuilder<string>) {
  return selectLatestReview(db, studentId).whereRef('reviews.week', '=', 'student.week')
}

/** The student's latest review of a given week. */
export const readLatestReviewOfWeek = first(
  (db, { studentId, week }: Values<{ studentId: string; week: number }>) =>
    selectLatestReview(db, studentId).where('reviews.week', '=', week),
)

/** The student's latest review before this one, which must be in a slot of this reviewer. */
export const readPreviousReview = first(
  (db, { reviewerId, id }: Values<{ reviewerId: string; id: string }>) => {
    const studentId = sql<string>`(select student_id from reviews
      where id = ${id} and reviewer_id = ${reviewerId})`
    return selectLatestReview(db, studentId).where('reviews.id', '<', id)
  },
)

function selectLatestReview(db: Db, studentId: RawBuilder<string>) {
  return selectOwnReviews(db, 'student', studentId).orderBy('reviews.id', 'desc').limit(1)
}

/** A page of a student's reviews, oldest first. */
export const readStudentReviews = defineListWithDeferredJoin(
  oldestFirst,
  (db, { studentId }: Values<{ studentId: string }>) =>
    db.selectFrom('reviews').selectAll().where('student_id', '=', studentId),
  selectReviews,
)

/** Conditions of a list of the owner's reviews. `type`, `home` and `open` only need to be set. */
type ReviewConditions = Omit<
  ReviewFilter,
  keyof PageRequest | 'id' | 'sort' | 'overdue' | 'turn' | 'wished' | 'namesOnly'
> &
  PeopleSearch & {
    personId: string
    /** Only this review. */
    id?: string | undefined
    /** Only unblocked students' reviews without a slot that were due before this instant. */
    dueBefore?: number | undefined
    /** Only reviews that can be rescheduled at this instant, and whose student asks for it. */
    requestedAt?: number | undefined
    /** Only reviews that wait for the owner at this instant. */
    turnAt?: number | undefined
    /** For an admin: only reviews of this advisor or reviewer. */
    advisor?: string | undefined
    reviewer?: string | undefined
  }

/** For a row of `reviews`: whether it has an open reschedule request. */
export const hasOpenRequest = sql<boolean>`exists (select 1 from reschedule_requests
  where reschedule_requests.review_id = reviews.id and reschedule_requests.ended_at is null)`

function selectOwned(db: Db, role: Role, by: Values<ReviewConditions>): ReviewsQuery {
  let rows = db.selectFrom('reviews').selectAll()
  if (by.student) rows = rows.where('student_id', '=', by.student)
  if (role === 'admin') {
    if (by.advisor) rows = rows.where('advisor_id', '=', by.advisor)
    return by.reviewer ? rows.where('reviewer_id', '=', by.reviewer) : rows
  }
  // A student has few reviews, so reading by student is cheaper than reading by owner.
  return by.student
    ? rows.where(isAlso(ownerColumn[role], by.personId))
    : rows.where(ownerColumn[role], '=', by.personId)
}

function selectFiltered(db: Db, role: Role, by: Values<ReviewConditions>): ReviewsQuery {
  let rows = selectOwned(db, role, by)
  if (by.id) rows = rows.where('id', '=', by.id)
  if (by.type || by.dueBefore) rows = rows.where('status', '=', sql.lit('not-scheduled'))
  if (by.home) rows = rows.where('status', '=', sql.lit('review-scheduled'))
  if (by.dueBefore) rows = rows.where('due_at', '<', by.dueBefore).where(hasActiveStudent)
  if (by.closed) rows = rows.where('closed_at', 'is not', null)
  if (by.requestedAt) {
    rows = rows
      .where(hasOpenRequest)
      .where(hasActiveStudent)
      .where(isOpenAndNotStarted(by.requestedAt))
  }
  if (by.turnAt) rows = rows.where(isTurnOf(role, by.turnAt)).where(hasActiveStudent)
  if (by.active) rows = rows.where(hasActiveStudent)
  if (by.lost) rows = rows.where('lost_starts_at', 'is not', null)
  const isOpen =
    by.type || by.home || by.open || by.dueBefore || by.requestedAt || by.lost || by.turnAt
  if (isOpen) rows = rows.where('closed_at', 'is', null)
  if (by.week) rows = rows.where('week', '=', by.week)
  if (by.status) rows = rows.where('status', '=', by.status)
  if (by.domain) rows = rows.where(domainOfStudent, '=', by.domain)
  if (by.search) rows = rows.where('student_id', 'in', selectMatchingPeople(db, by))
  return rows
}

/** For an owner's open rows of `reviews`: whether they wait for the owner (`getTurn`). */
function isTurnOf(role: Role, now: RawBuilder<number>) {
  if (role === 'reviewer') return isReviewersTurn(now)
  return role === 'advisor' ? sql<boolean>`not ${isReviewersTurn(now)}` : sql<boolean>`1 = 0`
}

/** A subquery instead of a join, because the planner could start a join by reading all people. */
const domainOfStudent = sql<string>`(select one.domain_id from people as one
  where one.id = reviews.student_id)`

/** The same as `column = value`, but written so that no index is used for it. */
function isAlso(column: string, value: RawBuilder<string>) {
  return sql<boolean>`coalesce(${sql.ref(column)}, '') = ${value}`
}

/** The lists of a role in each sort order; `show` selects the columns of a page's rows. */
function makeLists<By extends ReviewConditions, Row extends ReviewRow, DB, TB extends keyof DB>(
  role: Role,
  show: (db: Db, rows: ReviewsQuery, by: Values<By>) => SelectQueryBuilder<DB, TB, Row>,
) {
  const inOrderOf = (listing: PageOrder<ReviewRow>) =>
    defineListWithDeferredJoin(listing, (db, by: Values<By>) => selectFiltered(db, role, by), show)
  const ownOrders = { ...studentReviewOrders, next: openWorkFirst(role) }
  return {
    newest: defineSortableList(ownOrders, inOrderOf(newestFirst), inOrderOf),
    due: defineSortableList(ownOrders, inOrderOf(dueSoonestFirst), inOrderOf),
    held: defineSortableList(ownOrders, inOrderOf(heldSoonestFirst), inOrderOf),
  }
}
const lists = {
  student: makeLists('student', selectReviews),
  advisor: makeLists('advisor', (db, rows, by: Values<ReviewConditions & { today: string }>) =>
    selectAdvisorReviews(db, rows, by),
  ),
  reviewer: makeLists('reviewer', selectReviews),
  admin: makeLists('admin', selectReviews),
}

type Asked = Omit<ReviewFilter, 'sort'> & {
  sort?: SortBy<StudentReviewSort> | ReviewFilter['sort']
}

/**
 * Reads a page of the owner's reviews, newest first. With `type`, only open ones without a slot, by
 * due date; with `home=true`, only open booked ones, by slot. `sort` overrides the order; with
 * `id`, only that review, or none.
 */
export function readReviews(
  context: Context,
  owner: NonAdminOwner,
  filter: Asked,
): Promise<Page<ReviewRow>> {
  if (owner.role === 'advisor') return readAdvisorReviews(context, owner.personId, filter)
  const narrowing = toConditions(context, owner, filter)
  return lists[owner.role][getOrder(narrowing)](context.db, narrowing, filter)
}

/** Like `readReviews` for an advisor, with the additional columns that only advisors see. */
export function readAdvisorReviews(
  context: Context,
  personId: string,
  filter: Asked,
): Promise<Page<AdvisorReviewRow>> {
  const narrowing = toConditions(context, { role: 'advisor', personId }, filter)
  const today = getDateInZone(context.clock(), context.settings.timeZone)
  return lists.advisor[getOrder(narrowing)](context.db, { ...narrowing, today }, filter)
}

/** Like `readReviews` for an admin: the reviews of everybody, or of the people asked for. */
export function readAllReviews(
  context: Context,
  { advisor, reviewer, ...filter }: Asked & Pick<ReviewConditions, 'advisor' | 'reviewer'>,
): Promise<Page<ReviewRow>> {
  const narrowing = {
    ...toConditions(context, { role: 'admin', personId: '' }, filter),
    advisor: advisor || undefined,
    reviewer: reviewer || undefined,
  }
  return lists.admin[getOrder(narrowing)](context.db, narrowing, filter)
}

const getOrder = ({ home, type }: ReviewConditions) => (home ? 'held' : type ? 'due' : 'newest')

function toConditions(
  { clock, settings }: Context,
  { role, personId }: Owner,
  { id, ...filter }: Asked,
): ReviewConditions {
  if (id !== undefined) return { personId, id }
  return {
    personId,
    type: filter.type || undefined,
    home: filter.home === 'true' ? filter.home : undefined,
    open: filter.open === 'true' ? filter.open : undefined,
    closed: filter.closed === 'true' ? filter.closed : undefined,
    requestedAt: role === 'advisor' && filter.wished === 'true' ? clock() : undefined,
    lost: filter.lost === 'true' ? filter.lost : undefined,
    active: filter.active === 'true' ? filter.active : undefined,
    dueBefore: filter.overdue === 'true' ? getOverdueCutoff(clock(), settings.timeZone) : undefined,
    turnAt: filter.turn === 'true' ? clock() : undefined,
    week: filter.week,
    status: filter.status,
    domain: filter.domain && filter.domain !== allDomainsValue ? filter.domain : undefined,
    student: filter.student || undefined,
    ...toPeopleSearch(filter.search, { namesOnly: filter.namesOnly === 'true' }),
  }
}
