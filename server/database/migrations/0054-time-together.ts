import { type Kysely, sql } from 'kysely'
import { noteTimeTogether, timeTogether } from './ddl/time-together-triggers.ts'

/**
 * Insight and hours sum up how long both were in the calls of all held reviews: the index has it,
 * so that none of them is looked up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('held_ms', 'bigint').execute()
  await sql`update reviews set held_ms = ${sql.raw(timeTogether)}
    where status = 'conducted' and id in (select review_id from call_presence)`.execute(db)
  await noteTimeTogether(db)
  await db.schema.dropIndex('reviews_conducted_reviewer_index').execute()
  await sql`create index reviews_conducted_reviewer_index on reviews
    (reviewer_id, held_at, code, theory, held_ms, student_id)
    where status = 'conducted'`.execute(db)
}
