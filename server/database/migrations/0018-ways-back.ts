import { type Kysely, sql } from 'kysely'
import { roles } from '#contract/roles.ts'
import { createIndex, oneOf } from './ddl/schema.ts'

/** Whoever has forgotten the password asks for a link at the login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forgotten_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull().check(oneOf('role', roles)))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint')
    .execute()
  await createIndex(db, 'forgotten_passwords', ['email', 'role', 'asked_at'])
  await createIndex(db, 'forgotten_passwords', ['asked_at'])
  await sql`create index forgotten_passwords_waiting_index on forgotten_passwords (id)
    where answered_at is null`.execute(db)
}
