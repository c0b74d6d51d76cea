import { type RawBuilder, sql } from 'kysely'
import type { LoadSort, PeopleSort } from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import {
  definePaginatedList,
  type OrderColumn,
  type PageOrder,
} from '#server/database/list/paginate.ts'
import {
  isInJsonList,
  type PeopleSearch,
  personMatchesSearch,
} from '#server/database/list/search.ts'
import { defineSortableList } from '#server/database/list/sortable-list.ts'
import {
  isActive,
  isActiveParticipant,
  isParticipating,
} from '#server/database/person-conditions.ts'
import { all, first, type Values } from '#server/database/query.ts'
import type { PersonIds } from './queries.ts'

function selectListed(db: Db) {
  return db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select(['people.id', 'people.name', 'people.email', 'people.sort_key', 'people.week'])
    .select(['people.verified_at', 'people.blocked_at', 'people.domain_id'])
    .select(['domains.name as domain_name', 'people.created_at', 'people.invited_at'])
    .select(['people.paused_at', 'people.paused_until', 'people.pause_reason'])
    .select(['people.finished_at', 'people.outcome', 'people.finish_reason'])
    .select('second_factors.confirmed_at as second_factor_since')
}

/** Whoever is not erased. */
const selectThere = (db: Db) => selectListed(db).where('people.erased_at', 'is', null)

/** Returns one person of a role, with the columns of the lists. */
export const readListedPerson = first((db, { role, id }: Values<{ role: Role; id: string }>) =>
  selectThere(db).where('role', '=', role).where('people.id', '=', id),
)

/**
 * Returns one person of any role: an invited student with who is to advise them, an advisor with the
 * number of invited students.
 */
export const readPersonOfAnyRole = first((db, { id }: Values<{ id: string }>) =>
  selectThere(db)
    .leftJoin('people as advisor', (join) =>
      join
        .onRef('advisor.id', '=', 'people.first_advisor_id')
        .on('advisor.blocked_at', 'is', null)
        .on('people.verified_at', 'is', null),
    )
    .select(['people.role', 'advisor.id as advisor_id', 'advisor.name as advisor_name'])
    .select(({ selectFrom }) =>
      selectFrom('people as invited')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('invited.first_advisor_id', '=', 'people.id')
        .where('invited.role', '=', sql.lit('student'))
        .where('invited.verified_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('invited_students'),
    )
    .where('people.id', '=', id),
)

/** Returns people of any role by their ids, given as a JSON list. */
export const readPeopleByIds = all((db, { ids }: Values<{ ids: string }>) =>
  selectThere(db)
    .select('people.role')
    .where(isInJsonList(db, 'people.id', ids)),
)

const byName: PageOrder<{ sort_key: string; id: string }> = {
  order: { columns: ['people.sort_key', 'people.id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** Equal rows are ordered by name. There is an index for each order. */
const orders = {
  name: ['people.sort_key', 'people.id'],
  email: ['people.email', 'people.id'],
  verified: [
    sql`(case when verified_at is null then 0 else 1 end)`,
    'people.sort_key',
    'people.id',
  ],
  domain: [sql`coalesce(domains.sort_key, '')`, 'people.sort_key', 'people.id'],
  week: [sql`coalesce(week, 0)`, 'people.sort_key', 'people.id'],
} satisfies Record<PeopleSort, readonly OrderColumn[]>

/** Orders of advisors by their workload. */
const ordersByLoad: Record<LoadSort, readonly OrderColumn[]> = {
  students: [sql`coalesce(load.students, 0)`, 'people.sort_key', 'people.id'],
  overdue: [sql`coalesce(load.overdue, 0)`, 'people.sort_key', 'people.id'],
}

type PeopleFilter = PeopleSearch & {
  role: Role
  domainId?: string | undefined
  advisorId?: string | undefined
  reviewedDomainId?: string | undefined
  week?: number | undefined
  /** The last week of a range that begins with `week`. */
  toWeek?: number | undefined
  /** The week that the search text names; students in it match too. */
  searchWeek?: number | undefined
  /** These filters apply if they are set. */
  active?: string | undefined
  unverified?: string | undefined
  blocked?: string | undefined
  paused?: string | undefined
  finished?: string | undefined
  mailFailed?: string | undefined
  /** Emails to filter by, as a JSON list. */
  emails?: string | undefined
  /** Takes part, with an open review that awaits a slot. */
  waiting?: string | undefined
  /** Takes part, with an open review without an active advisor. */
  withoutAdvisor?: string | undefined
  /** As `waiting`, with a review that was due before this instant. */
  dueBefore?: number | undefined
}

function selectFiltered(db: Db, { role, ...by }: Values<PeopleFilter>) {
  let people = selectThere(db).where('role', '=', role)
  if (by.domainId) people = people.where('domain_id', '=', by.domainId)
  if (by.advisorId) people = people.where('people.id', 'in', selectAdvised(db, by.advisorId))
  if (by.reviewedDomainId) {
    people = people.where('people.id', 'in', selectReviewersOf(db, by.reviewedDomainId))
  }
  if (by.week) people = people.where('week', by.toWeek ? '>=' : '=', by.week)
  if (by.toWeek) people = people.where('week', '<=', by.toWeek)
  if (by.active) people = people.where(isActiveParticipant)
  if (by.unverified) people = people.where('verified_at', 'is', null)
  if (by.blocked) people = people.where('blocked_at', 'is not', null)
  if (by.paused) people = people.where('paused_at', 'is not', null).where('finished_at', 'is', null)
  if (by.finished) people = people.where('finished_at', 'is not', null)
  if (by.mailFailed) people = people.where('people.id', 'in', selectWithFailedMail(db))
  if (by.waiting || by.dueBefore) {
    // Nobody waits for a student who does not take part. `is true` keeps PostgreSQL from comparing
    // each row with each.
    people = people
      .where(isParticipating())
      .where(sql<boolean>`(people.id in ${selectWaiting(db, by.dueBefore)}) is true`)
  }
  if (by.withoutAdvisor) {
    people = people.where(isParticipating()).where('people.id', 'in', selectWithoutAdvisor(db))
  }
  if (by.emails) people = people.where(isInJsonList(db, 'people.email', by.emails))
  const { search, searchWeek } = by
  if (!search) return people
  const isNamed = personMatchesSearch(db, by)
  return people.where(({ or, eb }) =>
    searchWeek ? or([isNamed, eb('week', '=', searchWeek)]) : isNamed,
  )
}

/** Selects the students whose open review an advisor has. */
function selectAdvised(db: Db, advisorId: RawBuilder<string>) {
  return db
    .selectFrom('reviews')
    .select('student_id')
    .where('advisor_id', '=', advisorId)
    .where('closed_at', 'is', null)
}

function selectReviewersOf(db: Db, domainId: RawBuilder<string>) {
  return db.selectFrom('reviewer_domains').select('reviewer_id').where('domain_id', '=', domainId)
}

function selectWithFailedMail(db: Db) {
  return db
    .selectFrom('outbox')
    .select('person_id')
    .where('person_id', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is not', null)
    .where('dropped_at', 'is', null)
    .$narrowType<{ person_id: string }>()
}

/** Selects the students whose open review awaits a slot, optionally due before an instant. */
function selectWaiting(db: Db, before: RawBuilder<number> | undefined) {
  const waiting = db
    .selectFrom('reviews')
    .select('student_id')
    .where('status', '=', sql.lit('not-scheduled'))
    .where('closed_at', 'is', null)
  return before ? waiting.where('due_at', '<', before) : waiting
}

/**
 * Selects the students whose open review has no advisor or an inactive one. Inactive advisors are
 * few, so each is looked up.
 */
function selectWithoutAdvisor(db: Db) {
  const open = db.selectFrom('reviews').select('student_id').where('closed_at', 'is', null)
  const idle = db
    .selectFrom('people')
    .select('people.id')
    .where('role', '=', sql.lit('advisor'))
    .where(({ not }) => not(isActive))
  return open.where('advisor_id', 'is', null).unionAll(open.where('advisor_id', 'in', idle))
}

/** Returns a page of the people of a role, by name or in the requested order. */
export const readPeople = defineSortableList(
  orders,
  definePaginatedList(byName, selectFiltered),
  (listing) => definePaginatedList(listing, selectFiltered),
)

/** A review that awaits a slot is overdue if it was due before this instant (ms since 1970). */
type Late = { overdueBefore: number }

/** Counts open reviews by advisor; those of blocked and of paused students separately. */
function selectLoads(db: Db, overdueBefore: RawBuilder<number>) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select('reviews.advisor_id')
    .select(({ fn: { countAll } }) => {
      const active = countAll<number>().filterWhere(isParticipating('student'))
      return [
        active.as('students'),
        countAll<number>().filterWhere('student.blocked_at', 'is not', null).as('blocked'),
        countAll<number>()
          .filterWhere('student.blocked_at', 'is', null)
          .filterWhere('student.paused_at', 'is not', null)
          .as('paused'),
        active
          .filterWhere('reviews.status', '=', sql.lit('not-scheduled'))
          .filterWhere('reviews.due_at', '<', overdueBefore)
          .as('overdue'),
      ]
    })
    .where('reviews.closed_at', 'is', null)
    .groupBy('reviews.advisor_id')
}

/** Returns the workload of each of these advisors. */
export const readAdvisorLoads = all((db, { ids, overdueBefore }: Values<PersonIds & Late>) =>
  selectLoads(db, overdueBefore).where(isInJsonList(db, 'reviews.advisor_id', ids)),
)

/** Returns the advisor of each of these students, if any, and whether (1) a slot is booked. */
export const readOpenReviewsOfStudents = all(
  (db, { ids, now }: Values<PersonIds & { now: number }>) =>
    db
      .selectFrom('reviews')
      .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
      .select(['reviews.student_id', 'advisor.id as _id', 'advisor.name', 'advisor.email'])
      .select(
        sql<number>`case when reviews.status = 'review-scheduled' and reviews.held_at > ${now}
          then 1 else 0 end`.as('booked'),
      )
      .where('reviews.closed_at', 'is', null)
      .where(isInJsonList(db, 'reviews.student_id', ids)),
)

/** Counts each reviewer's booked reviews that begin after `now`. */
export const countBookedByReviewer = all((db, { ids, now }: Values<PersonIds & { now: number }>) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => ['reviewer_id', fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .where('status', '=', sql.lit('review-scheduled'))
    .where('held_at', '>', now)
    .where(isInJsonList(db, 'reviewer_id', ids))
    .groupBy('reviewer_id'),
)

function selectByLoad(db: Db, { overdueBefore, ...wanted }: Values<PeopleFilter & Late>) {
  return selectFiltered(db, wanted).leftJoin(
    selectLoads(db, overdueBefore).as('load'),
    'load.advisor_id',
    'people.id',
  )
}

/** Returns a page of advisors by workload, for which all open reviews are counted. */
export const readAdvisorsByLoad = defineSortableList(
  ordersByLoad,
  definePaginatedList(byName, selectByLoad),
  (listing) => definePaginatedList(listing, selectByLoad),
)
