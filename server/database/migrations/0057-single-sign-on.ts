import type { Kysely } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/** Attempts at single sign-on, and by what each session was opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oidc_attempts')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('path', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('signed_in_by', 'text')
    .execute()
  await createIndex(db, 'oidc_attempts', ['expires_at'])
  await createIndex(db, 'oidc_attempts', ['person_id'])
  await db.schema
    .alterTable('sessions')
    .addColumn('signed_in_by', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()
}
