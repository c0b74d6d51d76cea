import type { Kysely } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/**
 * A slot can go with a booking that is cancelled: the history's line keeps what of it comes back
 * when that is undone. An advisor who declines a wish says why. Who is away is asked for by date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('review_history').addColumn('gone_ends_at', 'bigint').execute()
  await db.schema.alterTable('wishes').addColumn('declined_reason', 'text').execute()
  await createIndex(db, 'absences', ['date_to', 'id'])
}
