import { sql } from 'kysely'
import { type Concern, type ConcernInstants, getConcerns } from '#contract/progress/concern.ts'
import { ReviewStatus } from '#contract/reviews/reviews.ts'
import { parseEnum } from '#server/database/column-values.ts'
import type { Db } from '#server/database/connect.ts'
import { hasCriticalMarks } from './concern-conditions.ts'

/** Selects the open reviews with what the concern about their students follows from. */
export function selectConcernRows(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
    .leftJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .leftJoin('reviews as before', 'before.id', 'reviews.follows_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .where('reviews.closed_at', 'is', null)
    .select(['reviews.id as review_id', 'reviews.week', 'reviews.status', 'reviews.due_at'])
    .select(['reviews.created_at', 'reviews.held_at as starts_at', 'reviews.marked_at'])
    .select(['reviews.tries', 'reviews.week_status', 'reviews.theory_falling'])
    .select('before.marked_at as last_marked_at')
    .select(sql<number>`case when ${hasCriticalMarks} then 1 else 0 end`.as('is_critical'))
    .select(['student.id', 'student.name', 'student.domain_id', 'domains.name as domain'])
    .select(['student.blocked_at', 'student.paused_at', 'student.finished_at'])
    .select('student.verified_at')
    .select(['advisor.id as advisor_id', 'advisor.name as advisor'])
    .select(['advisor.verified_at as advisor_since', 'advisor.blocked_at as advisor_blocked_at'])
    .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer'])
    .select([
      'reviewer.verified_at as reviewer_since',
      'reviewer.blocked_at as reviewer_blocked_at',
    ])
    .select(({ selectFrom }) => [
      selectFrom('known_networks')
        .select(({ fn }) => fn.max('signed_in_at').as('at'))
        .whereRef('person_id', '=', 'reviews.student_id')
        .as('signed_in_at'),
      selectFrom('no_shows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('review_id', '=', 'reviews.id')
        .where('who', '=', sql.lit('student'))
        .as('no_shows'),
      selectFrom('no_shows')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('review_id', '=', 'reviews.id')
        .where('who', '=', sql.lit('student'))
        .as('no_show_at'),
    ])
}

export type ConcernRow = Awaited<
  ReturnType<ReturnType<typeof selectConcernRows>['executeTakeFirstOrThrow']>
>

/** Whether a row's student is neither blocked nor paused nor at the end of the course. */
export function isStudentActive({ blocked_at, paused_at, finished_at }: ConcernRow): boolean {
  return blocked_at === null && paused_at === null && finished_at === null
}

/** The reasons to look after the student of a row. */
export function toConcerns(row: ConcernRow, instants: ConcernInstants): Concern[] {
  const status = parseEnum(ReviewStatus.options, row.status)
  return getConcerns(
    {
      isActive: isStudentActive(row),
      status,
      openedAt: row.created_at,
      dueAt: row.due_at,
      startsAt: row.starts_at,
      markedAt: row.marked_at,
      tries: row.tries,
      isToRepeat: row.week_status === 'Week Repeat',
      canAdvisorAct: row.advisor_since !== null && row.advisor_blocked_at === null,
      canReviewerAct: row.reviewer_since !== null && row.reviewer_blocked_at === null,
      isCritical: row.is_critical === 1,
      isTheoryFalling: row.theory_falling === 1,
      lastMarkedAt: status === 'conducted' ? row.marked_at : row.last_marked_at,
      noShows: row.no_shows ?? 0,
      lastNoShowAt: row.no_show_at,
      seenAt: Math.max(row.verified_at ?? row.created_at, row.signed_in_at ?? 0),
    },
    instants,
  )
}
