import type { Kysely } from 'kysely'

/**
 * A link to a new password says whether anybody could have had it made, at the login: such a one
 * takes the place of no other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('password_resets').addColumn('asked_at_login', 'bigint').execute()
}
