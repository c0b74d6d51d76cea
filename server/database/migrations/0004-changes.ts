import type { Kysely } from 'kysely'
import { forbidChanges } from './ddl/only-added-to.ts'
import { createIndex } from './ddl/schema-helpers.ts'

/** What every change leaves: a line in the trail, and its reply for whoever asks again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trail')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  for (const columns of [['person_id', 'id'], ['kind', 'id'], ['at']]) {
    await createIndex(db, 'trail', columns)
  }
  await forbidChanges(db, 'trail')

  await db.schema
    .createTable('kept_replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('reply', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'kept_replies', ['created_at'])
}
