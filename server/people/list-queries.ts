import { type RawBuilder, sql } from 'kysely'
import type { LoadSort, PeopleSort } from '#contract/people.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { isActive } from '#server/database/is-active-person.ts'
import { type OrderColumn, type PageOrder, paginate } from '#server/database/list/paginate.ts'
import { isInJsonList, matchesSearch, type PeopleSearch } from '#server/database/list/search.ts'
import { sortableList } from '#server/database/list/sortable-list.ts'
import type { Db } from '#server/database/open.ts'
import { all, first, type Values } from '#server/database/query.ts'
import type { PersonIds } from './queries.ts'

function selectListed(db: Db) {
  return db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select(['people.id', 'people.name', 'people.email', 'people.sort_key', 'week'])
    .select(['verified_at', 'blocked_at', 'domain_id', 'domains.name as domain_name'])
    .select(['people.created_at', 'invited_at'])
    .select('second_factors.confirmed_at as second_factor_since')
}

/** One person of a role, as a list shows them. */
export const readListedPerson = first((db, { role, id }: Values<{ role: Role; id: string }>) =>
  selectListed(db).where('role', '=', role).where('people.id', '=', id),
)

/** One person whom an admin has added, of whatever role. */
export const readAddedPerson = first((db, { id }: Values<{ id: string }>) =>
  selectListed(db)
    .select((of) => of.ref('people.role').$castTo<AddableRole>().as('role'))
    .where('role', '!=', 'admin')
    .where('people.id', '=', id),
)

const byName: PageOrder<{ sort_key: string; id: string }> = {
  order: { columns: ['people.sort_key', 'people.id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** Those who are alike stand by name; the indexes of these orders say the same. */
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

/** The same of advisors by what they have to do at an instant. */
const ordersByLoad: Record<LoadSort, readonly OrderColumn[]> = {
  students: [sql`coalesce(load.students + load.blocked, 0)`, 'people.sort_key', 'people.id'],
  overdue: [sql`coalesce(load.overdue, 0)`, 'people.sort_key', 'people.id'],
}

/** What a list of people is narrowed to. */
type PeopleFilter = PeopleSearch & {
  role: Role
  domainId?: string | undefined
  /** A domain that is among those of a reviewer. */
  reviewedDomainId?: string | undefined
  week?: number | undefined
  /** The last of several weeks. */
  toWeek?: number | undefined
  /** The week that the search names: whoever is in it is found, too. */
  searchWeek?: number | undefined
  /** Of these it counts which is there. */
  active?: string | undefined
  unverified?: string | undefined
  blocked?: string | undefined
  mailFailed?: string | undefined
  /** Those of these emails, as a list in JSON. */
  emails?: string | undefined
  /** Those who are not blocked, whose open review waits for a slot. */
  waiting?: string | undefined
  /** Those who are not blocked, whose open review has no active advisor. */
  withoutAdvisor?: string | undefined
  /** Those of `waiting` whose review was due before this instant. */
  dueBefore?: number | undefined
}

function selectFiltered(db: Db, { role, ...by }: Values<PeopleFilter>) {
  let people = selectListed(db).where('role', '=', role)
  if (by.domainId) people = people.where('domain_id', '=', by.domainId)
  if (by.reviewedDomainId) {
    people = people.where('people.id', 'in', selectReviewersOf(db, by.reviewedDomainId))
  }
  if (by.week) people = people.where('week', by.toWeek ? '>=' : '=', by.week)
  if (by.toWeek) people = people.where('week', '<=', by.toWeek)
  if (by.active) people = people.where(isActive)
  if (by.unverified) people = people.where('verified_at', 'is', null)
  if (by.blocked) people = people.where('blocked_at', 'is not', null)
  if (by.mailFailed) people = people.where('people.id', 'in', selectWithFailedMail(db))
  if (by.waiting || by.dueBefore) {
    // Of somebody who is blocked nothing is awaited. `is true`: PostgreSQL would compare each with each.
    people = people
      .where('blocked_at', 'is', null)
      .where(sql<boolean>`(people.id in ${selectWaiting(db, by.dueBefore)}) is true`)
  }
  if (by.withoutAdvisor) {
    people = people
      .where('blocked_at', 'is', null)
      .where('people.id', 'in', selectWithoutAdvisor(db))
  }
  if (by.emails) people = people.where(isInJsonList(db, 'people.email', by.emails))
  const { search, searchWeek } = by
  if (!search) return people
  const isNamed = matchesSearch(db, by)
  return people.where(({ or, eb }) =>
    searchWeek ? or([isNamed, eb('week', '=', searchWeek)]) : isNamed,
  )
}

/** The reviewers of a domain. */
function selectReviewersOf(db: Db, domainId: RawBuilder<string>) {
  return db.selectFrom('reviewer_domains').select('reviewer_id').where('domain_id', '=', domainId)
}

/** Who did not get a mail that was given up. */
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

/** Whose open review waits for a slot, and was due before an instant where one is given. */
function selectWaiting(db: Db, before: RawBuilder<number> | undefined) {
  const waiting = db
    .selectFrom('reviews')
    .select('student_id')
    .where('status', '=', sql.lit('not-scheduled'))
    .where('closed_at', 'is', null)
  return before ? waiting.where('due_at', '<', before) : waiting
}

/** Whose open review has no advisor, or one who cannot act: each is looked up, as they are few. */
function selectWithoutAdvisor(db: Db) {
  const open = db.selectFrom('reviews').select('student_id').where('closed_at', 'is', null)
  const idle = db
    .selectFrom('people')
    .select('people.id')
    .where('role', '=', sql.lit('advisor'))
    .where(({ not }) => not(isActive))
  return open.where('advisor_id', 'is', null).unionAll(open.where('advisor_id', 'in', idle))
}

/** A page of the people of a role, by name or in the order that is asked for. */
export const readPeople = sortableList(orders, paginate(byName, selectFiltered), (listing) =>
  paginate(listing, selectFiltered),
)

/** What waits for a slot and was due before this instant (ms since 1970) is overdue. */
type Late = { overdueBefore: number }

/** The open reviews, counted by their advisors; those of students who are blocked by themselves. */
function selectLoads(db: Db, overdueBefore: RawBuilder<number>) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select('reviews.advisor_id')
    .select(({ fn: { countAll } }) => {
      const active = countAll<number>().filterWhere('student.blocked_at', 'is', null)
      return [
        active.as('students'),
        countAll<number>().filterWhere('student.blocked_at', 'is not', null).as('blocked'),
        active
          .filterWhere('reviews.status', '=', sql.lit('not-scheduled'))
          .filterWhere('reviews.due_at', '<', overdueBefore)
          .as('overdue'),
      ]
    })
    .where('reviews.closed_at', 'is', null)
    .groupBy('reviews.advisor_id')
}

/** What each of these advisors has to do. */
export const readAdvisorLoads = all((db, { ids, overdueBefore }: Values<PersonIds & Late>) =>
  selectLoads(db, overdueBefore).where(isInJsonList(db, 'reviews.advisor_id', ids)),
)

/** Who advises each of these students now, as far as somebody does. */
export const readAdvisorsOfStudents = all((db, { ids }: Values<PersonIds>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
    .select(['reviews.student_id', 'advisor.id as _id', 'advisor.name'])
    .where('reviews.closed_at', 'is', null)
    .where(isInJsonList(db, 'reviews.student_id', ids)),
)

/** How many reviews are booked with each of these reviewers, and begin after an instant. */
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

/** A page of the advisors in an order for which every open review has to be counted. */
export const readAdvisorsByLoad = sortableList(
  ordersByLoad,
  paginate(byName, selectByLoad),
  (listing) => paginate(listing, selectByLoad),
)
