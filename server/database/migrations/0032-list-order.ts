import type { Kysely } from 'kysely'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { getCollationVersion, refillDomainKeys } from '../list/search-and-sort-keys.ts'
import type { Tables } from '../tables.ts'
import { orderedText } from './ddl/ordered-text.ts'
import { createIndex } from './ddl/schema-helpers.ts'

/** Lists are in the order of the school's language, which a school can choose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('domains')
    .addColumn('sort_key', orderedText(db), (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndex(db, 'domains', ['sort_key', 'id'])
  await db.schema.alterTable('school_settings').addColumn('language', 'text').execute()
  const tables: Kysely<Pick<Tables, 'domains' | 'people' | 'facts'>> = db.withTables()
  await refillDomainKeys(tables, defaultSortingLanguage)
  // The keys of people have just been written.
  const hasPeople = await tables.selectFrom('people').select('id').limit(1).execute()
  if (hasPeople.length === 0) return
  await tables
    .insertInto('facts')
    .values({ name: 'list order', value: getCollationVersion(defaultSortingLanguage) })
    .execute()
}
