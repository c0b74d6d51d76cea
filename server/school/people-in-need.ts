import { type Expression, type RawBuilder, sql } from 'kysely'
import type { WeekStatus } from '#contract/reviews.ts'
import type { AddableRole } from '#contract/roles.ts'
import { type RiskReason, riskReasons } from '#contract/school/need.ts'
import { type Listing, list } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { all, one, type Values } from '#server/database/query.ts'
import { hasAdvisor, isUndecided, isUnmarked } from '#server/reviews/turns.ts'

type Now = { now: number }

const critical: WeekStatus = 'Task Critical'

/** What makes each reason of a risk: `earlier` is the review before the open one, `first` before that. */
function conditions(now: RawBuilder<number>) {
  return {
    overdue: sql<boolean>`(reviews.status = 'not-scheduled' and reviews.due_at < ${now})`,
    repeated: sql<boolean>`first.id is not null`,
    critical: sql<boolean>`(reviews.week_status = ${sql.lit(critical)}
      or earlier.week_status = ${sql.lit(critical)})`,
    'no-advisor': sql<boolean>`not ${hasAdvisor}`,
    unmarked: isUnmarked(now),
    undecided: isUndecided(now),
  } satisfies Record<RiskReason, unknown>
}

/** The open reviews of students who are not blocked. */
function selectOpen(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .where('reviews.closed_at', 'is', null)
    .where('student.blocked_at', 'is', null)
}

/** The same with the reviews before them, as far as those were of the same week. */
function selectOpenAndEarlier(db: Db) {
  return selectOpen(db)
    .leftJoin('reviews as earlier', 'earlier.id', 'reviews.follows_id')
    .leftJoin('reviews as first', (join) =>
      join
        .onRef('first.id', '=', 'earlier.follows_id')
        .onRef('first.week', '=', 'reviews.week')
        .onRef('earlier.week', '=', 'reviews.week'),
    )
}

/**
 * How many students are at risk, in all and for each reason. Of the open reviews an index holds all
 * that is asked; the one before each is looked up by itself, as there are many more that are over.
 */
export const countAtRisk = one((db, { now }: Values<Now>) =>
  db
    // Once for each review, however often it is counted.
    .with(
      (open) => open('open_reviews').materialized(),
      () => selectRisks(db, now),
    )
    .selectFrom('open_reviews')
    .select([
      count(sql`overdue + no_advisor + critical + behind + unmarked + undecided > 0`).as(
        'studentsAtRisk',
      ),
      count(sql`overdue > 0`).as('overdue'),
      count(sql`behind in (1, 3)`).as('repeated'),
      count(sql`critical > 0 or behind >= 2`).as('critical'),
      count(sql`no_advisor > 0`).as('no-advisor'),
      count(sql`unmarked > 0`).as('unmarked'),
      count(sql`undecided > 0`).as('undecided'),
    ]),
)

/** What the review before says: 1 that the week was repeated before, 2 that it was critical. */
const behind = sql<number>`coalesce((select
    case when earlier.week = reviews.week and (select first.week from reviews as first
      where first.id = earlier.follows_id) = reviews.week then 1 else 0 end
    + case when earlier.week_status = ${sql.lit(critical)} then 2 else 0 end
  from reviews as earlier where earlier.id = reviews.follows_id), 0)`

function selectRisks(db: Db, now: RawBuilder<number>) {
  const { overdue, 'no-advisor': noAdvisor, unmarked, undecided } = conditions(now)
  const flag = (condition: Expression<boolean>) =>
    sql<number>`case when ${condition} then 1 else 0 end`
  return db
    .selectFrom('reviews')
    .select([
      flag(overdue).as('overdue'),
      flag(noAdvisor).as('no_advisor'),
      flag(sql`reviews.week_status = ${sql.lit(critical)}`).as('critical'),
      flag(unmarked).as('unmarked'),
      flag(undecided).as('undecided'),
      behind.as('behind'),
    ])
    .where('closed_at', 'is', null)
    .where('student_id', 'not in', ({ selectFrom }) =>
      selectFrom('people')
        .select('id')
        .where('role', '=', sql.lit('student'))
        .where('blocked_at', 'is not', null),
    )
}

const count = (condition: RawBuilder<unknown>) =>
  sql<number>`count(case when ${condition} then 1 end)`

const longestDue: Listing<{ due_at: number; review_id: string }> = {
  order: { columns: ['reviews.due_at', 'reviews.id'], direction: 'asc' },
  keyOf: ({ due_at, review_id }) => [due_at, review_id],
}

/** A reason that is given narrows the list to the students at risk for it. */
type Risks = Now & { [Reason in RiskReason]?: 1 | undefined } & {
  advisor?: string | undefined
  student?: string | undefined
}

/** A page of the students at risk, whose review was due first. */
export const readAtRisk = list(
  longestDue,
  (db, { now, advisor, student, ...asked }: Values<Risks>) => {
    const reasons = conditions(now)
    const flag = (reason: RiskReason) => sql<number>`case when ${reasons[reason]} then 1 else 0 end`
    const wanted = riskReasons.filter((reason) => asked[reason])
    let students = selectOpenAndEarlier(db)
      .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
      .leftJoin('domains', 'domains.id', 'student.domain_id')
      .select([
        ...(['reviews.id as review_id', 'reviews.due_at', 'reviews.week'] as const),
        ...(['student.id', 'student.name', 'student.domain_id', 'domains.name as domain'] as const),
        ...(['advisor.id as advisor_id', 'advisor.name as advisor'] as const),
        flag('overdue').as('overdue'),
        flag('repeated').as('repeated'),
        flag('critical').as('critical'),
        flag('no-advisor').as('no-advisor'),
        flag('unmarked').as('unmarked'),
        flag('undecided').as('undecided'),
      ])
      .where(({ or }) =>
        or((wanted.length > 0 ? wanted : riskReasons).map((reason) => reasons[reason])),
      )
    if (advisor) students = students.where('reviews.advisor_id', '=', advisor)
    if (student) students = students.where('reviews.student_id', '=', student)
    return students
  },
)

/** The advisors with the most overdue reviews of students who are not blocked. */
export const countOverdueByAdvisor = all((db, { now, most }: Values<Now & { most: number }>) =>
  selectOpen(db)
    .leftJoin('people as advisor', (join) =>
      join.onRef('advisor.id', '=', 'reviews.advisor_id').on(hasAdvisor),
    )
    .select(['advisor.id', 'advisor.name', db.fn.countAll<number>().as('reviews')])
    .where(conditions(now).overdue)
    .groupBy(['advisor.id', 'advisor.name'])
    .orderBy('reviews', 'desc')
    .orderBy(({ fn }) => fn.coalesce('advisor.id', sql.lit('')))
    .limit(most),
)

/** How many reviews of an advisor's are overdue, of students who are not blocked. */
export const countOverdueOf = one((db, { now, advisorId }: Values<Now & { advisorId: string }>) =>
  selectOpen(db)
    .select(db.fn.countAll<number>().as('reviews'))
    .where('reviews.advisor_id', '=', advisorId)
    .where(conditions(now).overdue),
)

/** Whose reviews with an advisor are overdue, the longest first: as many as are asked for. */
export const readOverdueOf = all(
  (db, { now, advisorId, most }: Values<Now & { advisorId: string; most: number }>) =>
    selectOpen(db)
      .select('student.name')
      .where('reviews.advisor_id', '=', advisorId)
      .where(conditions(now).overdue)
      .orderBy('reviews.due_at')
      .orderBy('reviews.id')
      .limit(most),
)

/** From when on somebody who has not come, or not come back, is absent. */
type Since = { invitedBefore: number; seenBefore: number }

function absence({ invitedBefore, seenBefore }: Values<Since>) {
  return {
    invited: sql<boolean>`(people.verified_at is null and people.created_at < ${invitedBefore})`,
    away: sql<boolean>`(people.verified_at < ${seenBefore} and people.id not in
      (select person_id from known_networks where signed_in_at >= ${seenBefore}))`,
  }
}

/** Everybody who could come; an admin who reads this is there. */
function selectExpected(db: Db) {
  return db
    .selectFrom('people')
    .where('people.blocked_at', 'is', null)
    .where('people.role', '!=', 'admin')
}

/** How many people are absent in each way. */
export const countAbsent = one((db, since: Values<Since>) => {
  const { invited, away } = absence(since)
  return selectExpected(db).select([count(invited).as('invited'), count(away).as('away')])
})

const oldestFirst: Listing<{ created_at: number; id: string }> = {
  order: { columns: ['people.created_at', 'people.id'], direction: 'asc' },
  keyOf: ({ created_at, id }) => [created_at, id],
}

/** A page of the people who are absent, the one who has been there longest first. */
export const readAbsent = list(
  oldestFirst,
  (
    db,
    { invited, away, ...since }: Values<Since & { invited?: 1 | undefined; away?: 1 | undefined }>,
  ) => {
    const is = absence(since)
    return selectExpected(db)
      .select(['people.id', 'name', 'email', 'verified_at', 'created_at', 'invited_at'])
      .select((of) => of.ref('role').$castTo<AddableRole>().as('role'))
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
