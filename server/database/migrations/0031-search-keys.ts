import { type Kysely, sql } from 'kysely'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { isPostgres } from '../connect.ts'
import { refillPeopleKeys } from '../list/search-and-sort-keys.ts'
import { orderedText } from './ddl/ordered-text.ts'

/**
 * A search compares folded texts, so that lists are in the order of a key of its own. A process of
 * an older version that still runs gives none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('sort_key', orderedText(db), (column) => column.notNull().defaultTo(''))
    .execute()
  for (const name of outdated) await sql`drop index ${sql.ref(name)}`.execute(db)
  await refillPeopleKeys(db.withTables(), defaultSortingLanguage)
  // SQLite looks at the names themselves: it finds them beside the order, and not row by row.
  const searched = isPostgres(db) ? '' : ', search_key'
  await sql`create index people_role_sort_key_id_index
    on people (role, sort_key, id${sql.raw(searched)})`.execute(db)
  await sql`create index people_domain_id_role_sort_key_id_index
    on people (domain_id, role, sort_key, id${sql.raw(searched)})`.execute(db)
  for (const [name, [on, only]] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on ${sql.raw(on)}
      ${only ? sql`where ${sql.raw(only)}` : sql``}`.execute(db)
  }
}

/** Those that were in the order of `search_key`, the last four by the names of those below. */
const outdated = [
  ...['people_role_search_key_id_index', 'people_domain_id_role_search_key_id_index'],
  ...['people_verified_index', 'people_week_index'],
  ...['people_unverified_index', 'people_blocked_index'],
]

/** By name: the table with what it is ordered by, and which rows are in the index. */
const indexes: Record<string, [on: string, only?: string]> = {
  people_verified_index: [
    'people (role, (case when verified_at is null then 0 else 1 end), sort_key, id)',
  ],
  people_week_index: ['people (role, (coalesce(week, 0)), sort_key, id)'],
  people_unverified_index: ['people (role, sort_key, id)', 'verified_at is null'],
  people_blocked_index: ['people (role, sort_key, id)', 'blocked_at is not null'],
}
