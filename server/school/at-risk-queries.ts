import { type RawBuilder, sql } from 'kysely'
import { type ConcernReason, concernReasons } from '#contract/progress/concern.ts'
import type { ProfileRole } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import {
  isActive,
  isNotParticipating,
  isParticipating,
} from '#server/database/person-conditions.ts'
import { all, one, type Values } from '#server/database/query.ts'
import {
  type ConditionInstants,
  getConcernConditions,
  isOverdue,
} from '#server/progress/concern-conditions.ts'
import { selectConcernRows } from '#server/progress/concern-rows.ts'
import {
  hasActiveAdvisor,
  isDecisionOverdue,
  needsMarkFollowUp,
} from '#server/reviews/turns/turn-conditions.ts'

/** The instant before which an overdue review was due; ms since 1970. */
type Late = Pick<ConditionInstants, 'overdueBefore'>
type OfAdvisor = Late & { advisorId: string }

/** Selects the open reviews of students who take part. */
function selectOpen(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .where('reviews.closed_at', 'is', null)
    .where(isParticipating('student'))
}

/** Counts the students at risk, in all and by reason. An index of open reviews covers it. */
export const countAtRisk = one((db, now: Values<ConditionInstants>) =>
  db
    // Evaluated once a review, although each flag is counted several times.
    .with(
      (open) => open('open_reviews').materialized(),
      () => selectRisks(db, now),
    )
    .selectFrom('open_reviews')
    .select([
      count(sql`${sql.join(concernReasons.map(sql.ref), sql` + `)} > 0`).as('studentsAtRisk'),
      ...concernReasons.map((reason) => count(sql`${sql.ref(reason)} > 0`).as(reason)),
    ]),
)

/** Counts open reviews of students who take part that lack due marks or a decision. */
export const countUnmarkedAndUndecidedReviews = one((db, { now }: Values<{ now: number }>) =>
  selectOpenReviews(db)
    .select([
      count(needsMarkFollowUp(now)).as('reviewsUnmarked'),
      count(isDecisionOverdue(now)).as('reviewsUndecided'),
    ])
    // Uses the order of the index of open reviews.
    .where('status', 'in', [sql.lit('review-scheduled'), sql.lit('conducted')]),
)

/** Like `selectOpen`, for queries that an index of reviews covers. */
function selectOpenReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .where('closed_at', 'is', null)
    .where('student_id', 'not in', ({ selectFrom }) =>
      selectFrom('people')
        .select('id')
        .where('role', '=', sql.lit('student'))
        .where(isNotParticipating),
    )
}

function selectRisks(db: Db, now: Values<ConditionInstants>) {
  const conditions = getConcernConditions(now, 'for-all')
  return selectOpenReviews(db).select(
    concernReasons.map((reason) =>
      sql<number>`case when ${conditions[reason]} then 1 else 0 end`.as(reason),
    ),
  )
}

const count = (condition: RawBuilder<unknown>) =>
  sql<number>`count(case when ${condition} then 1 end)`

const longestDue: PageOrder<{ due_at: number; review_id: string }> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: ({ due_at, review_id }) => [due_at, review_id],
}

/** A reason that is set filters the list. */
type Risks = ConditionInstants & { [Reason in ConcernReason]?: 1 | undefined } & {
  advisor?: string | undefined
  student?: string | undefined
}

/** Returns a page of students at risk, earliest due review first. */
export const readAtRisk = definePaginatedList(
  longestDue,
  (db, { advisor, student, ...by }: Values<Risks>) => {
    const conditions = getConcernConditions(by, student ? 'for-few' : 'for-all')
    const wanted = concernReasons.filter((reason) => by[reason])
    let students = selectConcernRows(db)
      .where(isParticipating('student'))
      .where(({ or }) =>
        or((wanted.length > 0 ? wanted : concernReasons).map((reason) => conditions[reason])),
      )
    if (advisor) students = students.where('reviews.advisor_id', '=', advisor)
    if (student) students = students.where('reviews.student_id', '=', student)
    return students
  },
)

/** Returns the advisors with the most overdue reviews of students who take part. */
export const countOverdueReviewsByAdvisor = all(
  (db, { overdueBefore, most }: Values<Late & { most: number }>) =>
    selectOpen(db)
      .leftJoin('people as advisor', (join) =>
        join.onRef('advisor.id', '=', 'reviews.advisor_id').on(hasActiveAdvisor),
      )
      .select(['advisor.id', 'advisor.name', db.fn.countAll<number>().as('reviews')])
      .where(isOverdue(overdueBefore))
      .groupBy(['advisor.id', 'advisor.name'])
      .orderBy('reviews', 'desc')
      .orderBy(({ fn }) => fn.coalesce('advisor.id', sql.lit('')))
      .limit(most),
)

/** Selects open reviews without an active advisor. They are few, so each is looked up. */
function selectReviewsWithoutAdvisor(db: Db) {
  const open = db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id'])
    .where('closed_at', 'is', null)
  const idle = db
    .selectFrom('people')
    .select('people.id')
    .where('role', '=', sql.lit('advisor'))
    .where(({ not }) => not(isActive))
  return open.where('advisor_id', 'is', null).unionAll(open.where('advisor_id', 'in', idle))
}

/** Counts students without an active advisor by former advisor, highest count first. */
export const countStudentsByFormerAdvisor = all((db, { most }: Values<{ most: number }>) =>
  db
    .selectFrom(selectReviewsWithoutAdvisor(db).as('unadvised'))
    .innerJoin('people as student', 'student.id', 'unadvised.student_id')
    .leftJoin('people as advisor', 'advisor.id', 'unadvised.advisor_id')
    .select(['advisor.id', 'advisor.name', db.fn.countAll<number>().as('students')])
    .where(isParticipating('student'))
    .groupBy(['advisor.id', 'advisor.name'])
    .orderBy('students', 'desc')
    .orderBy(({ fn }) => fn.coalesce('advisor.id', sql.lit('')))
    .limit(most),
)

/** Counts an advisor's overdue reviews of students who take part. */
export const countOverdueReviewsOfAdvisor = one(
  (db, { overdueBefore, advisorId }: Values<OfAdvisor>) =>
    selectOpen(db)
      .select(db.fn.countAll<number>().as('reviews'))
      .where('reviews.advisor_id', '=', advisorId)
      .where(isOverdue(overdueBefore)),
)

/** Returns the names of an advisor's students with overdue reviews, longest overdue first. */
export const readOverdueStudentsOfAdvisor = all(
  (db, { overdueBefore, advisorId, most }: Values<OfAdvisor & { most: number }>) =>
    selectOpen(db)
      .select('student.name')
      .where('reviews.advisor_id', '=', advisorId)
      .where(isOverdue(overdueBefore))
      .orderBy('reviews.due_at')
      .orderBy('reviews.id')
      .limit(most),
)

/** The instants before which an invitation or a last login makes a person absent. */
type Since = { invitedBefore: number; seenBefore: number }

function absenceConditions({ invitedBefore, seenBefore }: Values<Since>) {
  return {
    invited: sql<boolean>`(people.verified_at is null and people.created_at < ${invitedBefore})`,
    away: sql<boolean>`(people.verified_at < ${seenBefore} and people.id not in
      (select person_id from known_networks where signed_in_at >= ${seenBefore}))`,
  }
}

/** Selects people who take part, except admins, who are obviously here. */
function selectActivePeople(db: Db) {
  return db.selectFrom('people').where(isParticipating()).where('people.role', '!=', 'admin')
}

export const countInactive = one((db, since: Values<Since>) => {
  const { invited, away } = absenceConditions(since)
  return selectActivePeople(db).select([count(invited).as('invited'), count(away).as('away')])
})

const oldestFirst: PageOrder<{ created_at: number; id: string }> = {
  order: { columns: ['people.created_at', 'people.id'], direction: 'asc' },
  keyOf: ({ created_at, id }) => [created_at, id],
}

/** Returns a page of absent people, earliest added first. */
export const readInactive = definePaginatedList(
  oldestFirst,
  (
    db,
    { invited, away, ...since }: Values<Since & { invited?: 1 | undefined; away?: 1 | undefined }>,
  ) => {
    const is = absenceConditions(since)
    return selectActivePeople(db)
      .select(['people.id', 'name', 'email', 'verified_at', 'created_at', 'invited_at'])
      .select((of) => of.ref('role').$castTo<ProfileRole>().as('role'))
      .select((of) =>
        of
          .selectFrom('known_networks')
          .select((known) => known.fn.max('signed_in_at').as('at'))
          .whereRef('person_id', '=', 'people.id')
          .as('seen_at'),
      )
      .where(({ or }) => {
        if (invited) return is.invited
        return away ? is.away : or([is.invited, is.away])
      })
  },
)
