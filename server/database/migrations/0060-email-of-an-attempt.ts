import type { Kysely } from 'kysely'

/** The email with which somebody signed in at the provider whom the school does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('oidc_attempts').addColumn('email', 'text').execute()
}
