import { sql } from 'kysely'
import { concernReasons } from '#contract/progress/concern.ts'
import type { Standing } from '#contract/progress/progress.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { containsAllWords, type SearchWords } from '#server/database/list/search.ts'
import { isParticipating } from '#server/database/person-conditions.ts'
import { all, first, type Values } from '#server/database/query.ts'
import { type ConditionInstants, getConcernConditions } from './concern-conditions.ts'
import { selectConcernRows } from './concern-rows.ts'

/** A student with their domain, unless erased. */
export const readStudent = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .select(['people.id', 'people.name', 'people.week', 'people.domain_id'])
    .select('domains.name as domain')
    .where('people.id', '=', id)
    .where('role', '=', sql.lit('student'))
    .where('erased_at', 'is', null),
)

/** A student's newest reviews, newest first. */
export const readNewestReviews = all(
  (db, { studentId, most }: Values<{ studentId: string; most: number }>) =>
    db
      .selectFrom('reviews')
      .leftJoin('call_presence as presence', (join) =>
        join
          .onRef('presence.review_id', '=', 'reviews.id')
          .onRef('presence.held_at', '=', 'reviews.held_at'),
      )
      .select(['reviews.id', 'reviews.week', 'reviews.status', 'reviews.advisor_id'])
      .select(['reviews.due_at', 'reviews.booked_at', 'reviews.marked_at', 'reviews.closed_at'])
      .select([
        'reviews.held_at as starts_at',
        'presence.met_at',
        'presence.together_ms',
        'reviews.tries',
      ])
      .select(['reviews.code', 'reviews.theory', 'reviews.week_status', 'reviews.pending_task'])
      .select(({ selectFrom }) =>
        selectFrom('no_shows')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('review_id', '=', 'reviews.id')
          .where('who', '=', sql.lit('student'))
          .as('no_shows'),
      )
      .where('reviews.student_id', '=', studentId)
      .orderBy('reviews.id', 'desc')
      .limit(most),
)

/** The open review of a student, with what the concern follows from. */
export const readConcernRow = first((db, { studentId }: Values<{ studentId: string }>) =>
  selectConcernRows(db).where('reviews.student_id', '=', studentId),
)

type Board = ConditionInstants &
  SearchWords & {
    advisorId: string
    domain?: string | undefined
    /** Only this standing, as its lowest and highest rank. */
    rankFrom?: number | undefined
    rankTo?: number | undefined
  } & { [Reason in (typeof concernReasons)[number]]?: 1 | undefined }

/** The lowest and highest ranks: -2 for a student with two reasons for concern. */
export const rankRangeByStanding: Record<Standing, { rankFrom: number; rankTo: number }> = {
  'at-risk': { rankFrom: -concernReasons.length, rankTo: -1 },
  'on-track': { rankFrom: 0, rankTo: 0 },
  'on-hold': { rankFrom: 1, rankTo: 1 },
}

const worstFirst: PageOrder<{ rank: number; due_at: number; review_id: string }> = {
  order: { columns: ['board.rank', 'board.due_at', 'board.review_id'], direction: 'asc' },
  keyOf: ({ rank, due_at, review_id }) => [rank, due_at, review_id],
}

/** A page of an advisor's students who have an open review, those with most reasons first. */
export const readBoard = definePaginatedList(worstFirst, (db, by: Values<Board>) => {
  const conditions = getConcernConditions(by, 'for-few')
  const reasons = concernReasons.map(
    (reason) => sql`case when ${conditions[reason]} then 1 else 0 end`,
  )
  const rank = sql<number>`(case when ${isParticipating('student')}
    then -(${sql.join(reasons, sql` + `)}) else 1 end)`
  let own = selectConcernRows(db)
    .select(rank.as('rank'))
    .select(['reviews.code', 'reviews.theory'])
    .select(['before.status as last_status', 'before.week_status as last_week_status'])
    .select(['before.code as last_code', 'before.theory as last_theory'])
    .where('reviews.advisor_id', '=', by.advisorId)
  if (by.domain) own = own.where('student.domain_id', '=', by.domain)
  if (by.search) own = own.where(containsAllWords(db, 'student.search_key', by))
  for (const reason of concernReasons) {
    if (by[reason]) own = own.where(isParticipating('student')).where(conditions[reason])
  }
  const board = db
    // Evaluated once a review, although the rank is compared several times.
    .with(
      (named) => named('board').materialized(),
      () => own,
    )
    .selectFrom('board')
    .selectAll()
  if (!by.rankFrom || !by.rankTo) return board
  return board.where('board.rank', '>=', by.rankFrom).where('board.rank', '<=', by.rankTo)
})
