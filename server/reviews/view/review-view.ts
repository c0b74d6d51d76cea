import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { formatSlotTimeInZone, getDateInZone } from '#contract/kit/time/zone.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import {
  type RescheduleRequest,
  type Review,
  ReviewStatus,
  type ReviewStudent,
  TaskState,
  WeekStatus,
} from '#contract/reviews/reviews.ts'
import { formatLostSlot } from '#contract/reviews/scheduling/format-lost-slot.ts'
import type { Role } from '#contract/roles.ts'
import { parseEnum, parseTextList, toReference } from '#server/database/column-values.ts'
import type { Db } from '#server/database/connect.ts'
import type { Page } from '#server/database/list/paginate.ts'
import { one, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Context } from '#server/kit/context.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import { readRequestedSlots } from '../rescheduling/request-queries.ts'
import { showTimeline } from './timeline.ts'
import { showTurn } from './turn-view.ts'

/** A query that selects rows of `reviews`. */
export type ReviewsQuery = SelectQueryBuilder<Tables, 'reviews', Selectable<Tables['reviews']>>

/** The columns of a student, with the domain, as a review shows them. */
const studentColumns = [
  'student.id as student_id',
  'student.name as student_name',
  'student.email as student_email',
  'student.week as student_week',
  'domains.id as domain_id',
  'domains.name as domain_name',
] as const

/**
 * Selects everything that is shown of the given reviews (all by default). Every reply with a review
 * is built from it.
 */
export function selectReviews(db: Db, rows: ReviewsQuery = db.selectFrom('reviews').selectAll()) {
  return db
    .selectFrom(rows.as('reviews'))
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
    .leftJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .leftJoin('reviews as before', 'before.id', 'reviews.follows_id')
    .leftJoin('call_presence as presence', (join) =>
      join
        .onRef('presence.review_id', '=', 'reviews.id')
        .onRef('presence.held_at', '=', 'reviews.held_at'),
    )
    .leftJoin('reschedule_requests as wish', (join) =>
      join
        .onRef('wish.review_id', '=', 'reviews.id')
        .on((is) =>
          is.or([is('wish.ended_at', 'is', null), is('wish.declined_reason', 'is not', null)]),
        ),
    )
    .leftJoin('people as loser', 'loser.id', 'reviews.lost_reviewer_id')
    .select([
      'reviews.id',
      'reviews.status',
      'reviews.week',
      'reviews.due_at',
      'reviews.closed_at',
      'reviews.booked_at',
      'reviews.created_at',
      'reviews.marked_at',
      'presence.met_at',
      'reviews.code',
      'reviews.theory',
      'reviews.week_status',
      'reviews.pending_task',
      'reviews.seminar',
      'reviews.progress',
      'reviews.typing',
      'reviews.held_at as starts_at',
    ])
    .select(studentColumns)
    .select(['student.blocked_at as student_blocked_at', 'student.paused_at as student_paused_at'])
    .select(['student.paused_until', 'student.pause_reason', 'student.outcome'])
    .select(['advisor.id as advisor_id', 'advisor.name as advisor_name'])
    .select([
      'advisor.verified_at as advisor_verified_at',
      'advisor.blocked_at as advisor_blocked_at',
    ])
    .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer_name'])
    .select('reviewer.email as reviewer_email')
    .select([
      'reviewer.verified_at as reviewer_verified_at',
      'reviewer.blocked_at as reviewer_blocked_at',
    ])
    .select(['before.status as last_status', 'before.week as last_week'])
    .select(['before.code as last_code', 'before.theory as last_theory'])
    .select('before.week_status as last_week_status')
    .select(
      sql<string | null>`case when wish.ended_at is null then wish.reason end`.as('wish_reason'),
    )
    .select(['wish.declined_reason', 'reviews.lost_starts_at', 'loser.name as lost_by'])
    .select([nextTask.as('next_task'), lastWeek.as('last_week_of_course')])
}

/** A subquery is enough: a domain has at most one task a week. */
const nextTask = sql<string | null>`(select tasks.id from tasks
  where tasks.domain_id = student.domain_id and tasks.week = reviews.week + 1)`

/** The last week of the domain's course: as an admin has set it, or else that of its last task. */
const lastWeek = sql<number | null>`coalesce(domains.last_week,
  (select max(tasks.week) from tasks where tasks.domain_id = domains.id))`

/** A student as a review shows them. */
export const readReviewStudent = one((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people as student')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .select(studentColumns)
    .where('student.id', '=', id),
)

type StudentRow = Awaited<ReturnType<typeof readReviewStudent>>
export type ReviewRow = Awaited<
  ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>
>

/** Converts a row to the student; one who has not been verified yet is shown in the first week. */
export function showStudent(row: StudentRow): ReviewStudent {
  return {
    _id: row.student_id,
    name: row.student_name,
    email: row.student_email,
    week: row.student_week ?? firstWeek,
    domain: toReference(row.domain_id, row.domain_name),
  }
}

/** Converts a page of rows to reviews as a role sees them. */
export async function showPage(
  context: Context,
  role: Role,
  { items, next }: Page<ReviewRow>,
): Promise<Page<Review>> {
  return { items: await showReviews(context, role, items), next }
}

export async function showReview(context: Context, role: Role, row: ReviewRow): Promise<Review> {
  return showRow(context, row, { role, requests: await readRequests(context, role, [row]) })
}

/** Converts rows to reviews as a role sees them. */
export async function showReviews(
  context: Context,
  role: Role,
  rows: ReviewRow[],
): Promise<Review[]> {
  const requests = await readRequests(context, role, rows)
  return rows.map((row) => showRow(context, row, { role, requests }))
}

/**
 * The open reschedule requests by review id; none for a reviewer. Reads slots only if there are
 * requests.
 */
async function readRequests(
  context: Context,
  role: Role,
  rows: ReviewRow[],
): Promise<Map<string, RescheduleRequest>> {
  const asked = rows.flatMap(({ id, wish_reason: reason }) =>
    reason === null || role === 'reviewer' ? [] : [{ id, reason }],
  )
  if (asked.length === 0) return new Map()
  const ids = asked.map(({ id }) => id)
  const slots = Map.groupBy(await readRequestedSlots(context.db, ids), ({ wish_of }) => wish_of)
  return new Map(
    asked.map(({ id, reason }) => {
      const own = (slots.get(id) ?? []).map((row) => toSlotWithReviewer(context, row))
      return [id, { reason, slots: own }]
    }),
  )
}

/**
 * Converts a row to a review, with its reschedule request if any; the slot's day and time are in
 * the school's zone.
 */
function showRow(
  { settings: { timeZone }, clock }: Context,
  row: ReviewRow,
  { role, requests }: { role: Role; requests: Map<string, RescheduleRequest> },
): Review {
  const reviewer = toReference(row.reviewer_id, row.reviewer_name)
  return {
    _id: row.id,
    status: parseEnum(ReviewStatus.options, row.status),
    week: row.week,
    date: toIsoInstant(row.due_at),
    day: row.starts_at === null ? null : getDateInZone(row.starts_at, timeZone),
    time: row.starts_at === null ? null : formatSlotTimeInZone(row.starts_at, timeZone),
    startsAt: row.starts_at === null ? null : toIsoInstant(row.starts_at),
    student: showStudent(row),
    isStudentBlocked: row.student_blocked_at !== null,
    isStudentPaused: row.student_paused_at !== null,
    isStudentFinished: row.outcome !== null,
    advisor: toReference(row.advisor_id, row.advisor_name),
    isReviewerBlocked: row.reviewer_blocked_at !== null,
    reviewer: reviewer && { ...reviewer, email: row.reviewer_email ?? '' },
    mark: {
      code: row.code,
      theory: row.theory,
      weekStatus: parseEnum(WeekStatus.options, row.week_status),
    },
    lastMark: getLastMark(row),
    pendingTask: parseTextList(row.pending_task),
    taskStatus: {
      seminar: parseEnum(TaskState.options, row.seminar),
      progress: parseEnum(TaskState.options, row.progress),
      typing: parseEnum(TaskState.options, row.typing),
    },
    isClosed: row.closed_at !== null,
    nextWeekHasTask: row.next_task !== null,
    isLastWeek: row.last_week_of_course !== null && row.week >= row.last_week_of_course,
    life: showTimeline(row),
    turn: showTurn(row, clock()),
    wish: requests.get(row.id) ?? null,
    declinedWish: role === 'reviewer' ? null : row.declined_reason,
    lostSlot: getLostSlot(row, timeZone),
  }
}

function getLostSlot(row: ReviewRow, timeZone: string): string | null {
  const { lost_starts_at: startsAt, lost_by: reviewer, closed_at } = row
  if (startsAt === null || reviewer === null || closed_at !== null) return null
  return formatLostSlot(startsAt, reviewer, timeZone)
}

/** The mark of the previous review, if it has one. */
function getLastMark(row: ReviewRow): Review['lastMark'] {
  const { last_week: week, last_code: code, last_theory: theory, last_week_status: status } = row
  if (row.last_status !== 'conducted' || week === null || code === null) return null
  if (theory === null || status === null) return null
  return { week, code, theory, weekStatus: parseEnum(WeekStatus.options, status) }
}
