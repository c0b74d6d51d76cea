import type { Kysely } from 'kysely'

/** A domain that is no longer offered was archived at this instant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('domains').addColumn('archived_at', 'bigint').execute()
}
