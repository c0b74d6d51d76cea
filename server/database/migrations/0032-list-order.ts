import type { Kysely } from 'kysely'
import { usualLanguage } from '#contract/kit/language.ts'
import { refillDomainKeys } from '../list-keys.ts'
import { orderedText } from './ddl/ordered-text.ts'
import { createIndex } from './ddl/schema.ts'

/** Lists are in the order of the school's language, which a school can choose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('domains')
    .addColumn('sort_key', orderedText(db), (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndex(db, 'domains', ['sort_key', 'id'])
  await db.schema.alterTable('school_settings').addColumn('language', 'text').execute()
  await refillDomainKeys(db.withTables(), usualLanguage)
}
