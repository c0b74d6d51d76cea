import { type Kysely, sql } from 'kysely'
import { createIndex, oneOf } from './ddl/schema-helpers.ts'

/**
 * Whoever has forgotten the password asks for a link at the login. A person changes their own
 * email, and takes that back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forgotten_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) =>
      column.notNull().check(oneOf('role', ['student', 'advisor', 'reviewer', 'admin'])),
    )
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
  await db.schema
    .createTable('email_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('old_email', 'text', (column) => column.notNull())
    .addColumn('new_email', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint')
    .addUniqueConstraint('email_changes_secret_hash_key', ['secret_hash'])
    .execute()
  await createIndex(db, 'email_changes', ['person_id', 'id'])
}
