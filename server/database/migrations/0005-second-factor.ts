import type { Kysely } from 'kysely'

/**
 * Second factors with their recovery codes, the roles that must have one, and the links by which
 * somebody who has forgotten the password sets a new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pkey', ['person_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('second_factor_roles')
    .addColumn('role', 'text', (column) => column.primaryKey())
    .execute()
  await db.schema
    .createTable('password_resets')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('password_resets_secret_hash_key', ['secret_hash'])
    .execute()
}
