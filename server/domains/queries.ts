import { sql } from 'kysely'
import type { DomainState } from '#contract/domains/domains.ts'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['domains']

const columns = ['id as _id', 'name', 'archived_at', 'last_week'] as const

const byName: PageOrder<Pick<Row, 'id' | 'sort_key'>> = {
  order: { columns: ['sort_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** Returns a page of domains, by name: all, or only the active or the archived ones. */
export const readDomains = definePaginatedList(
  byName,
  (db, { state }: Values<{ state?: DomainState }>) =>
    db
      .selectFrom('domains')
      .select(['id', 'name', 'sort_key', 'archived_at', 'last_week'])
      .$if(state !== undefined, (rows) =>
        rows.where(
          sql<boolean>`case when archived_at is null then 'active' else 'archived' end = ${state}`,
        ),
      )
      .select((of) =>
        of
          .selectFrom('tasks')
          .select((task) => task.fn.countAll<number>().as('count'))
          .whereRef('tasks.domain_id', '=', 'domains.id')
          .$asScalar()
          .$notNull()
          .as('weeks'),
      ),
)

/** Returns those of the given domains that exist. */
export function readDomainsByIds(db: Db, ids: string[]) {
  return db.selectFrom('domains').select(columns).where('id', 'in', ids).execute()
}

/** Returns all domains; a school has few. */
export const readAllDomains = all((db) => db.selectFrom('domains').select(columns))

export const readDomain = first((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('domains').select(columns).where('id', '=', id),
)

/** The active students of a domain, and the active advisors of their open reviews. */
export const readPeopleOfDomain = all((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people')
    .select(['id as _id', 'role'])
    .where('role', '=', sql.lit('student'))
    .where('domain_id', '=', id)
    .where(isActive)
    .unionAll((of) =>
      of
        .selectFrom('people')
        .select(['id as _id', 'role'])
        .where('role', '=', sql.lit('advisor'))
        .where(isActive)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('reviews')
              .innerJoin('people as student', 'student.id', 'reviews.student_id')
              .select('reviews.id')
              .whereRef('reviews.advisor_id', '=', 'people.id')
              .where('reviews.closed_at', 'is', null)
              .where('student.domain_id', '=', id),
          ),
        ),
    ),
)

/** How many students and reviewers of the lists have a domain. */
export const countPeopleOfDomain = one((db, { id }: Values<{ id: string }>) =>
  db.selectNoFrom((of) => [
    of
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('role', '=', sql.lit('student'))
      .where('domain_id', '=', id)
      .where('erased_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('students'),
    of
      .selectFrom('reviewer_domains')
      .innerJoin('people', 'people.id', 'reviewer_domains.reviewer_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('reviewer_domains.domain_id', '=', id)
      .where('people.erased_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('reviewers'),
  ]),
)

/** Locks a domain's row. */
export const lockDomainRow = first((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('domains').select('id').where('id', '=', id).forNoKeyUpdate(),
)

/** Inserts a domain; a unique index refuses a name in use, ignoring case. */
export const insertDomain = run(
  (db, domain: Values<Omit<Row, 'archived_at' | 'last_week' | 'rubric'>>) =>
    db.insertInto('domains').values(domain),
)

type Name = Pick<Row, 'id' | 'name' | 'name_key' | 'sort_key'>

/** Renames a domain; the same index refuses a name in use. */
export const updateName = run((db, { id, ...name }: Values<Name>) =>
  db.updateTable('domains').set(name).where('id', '=', id),
)

/** Archives a domain, or with null brings it back. */
export const updateArchivedAt = run(
  (db, { id, archivedAt }: Values<{ id: string; archivedAt: number | null }>) =>
    db.updateTable('domains').set({ archived_at: archivedAt }).where('id', '=', id),
)

/** Sets the last week of a domain's course; null for that of its last task. */
export const updateLastWeek = run(
  (db, { id, lastWeek }: Values<{ id: string; lastWeek: number | null }>) =>
    db.updateTable('domains').set({ last_week: lastWeek }).where('id', '=', id),
)
