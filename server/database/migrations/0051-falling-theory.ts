import { type Kysely, sql } from 'kysely'
import { isTheoryFalling, noteFallingTheory } from './ddl/falling-theory-marks.ts'

/**
 * Theory that falls week after week is a concern: whoever counts the students at risk reads it in
 * the index of the open reviews, instead of looking up the reviews before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('reviews')
    .addColumn('theory_falling', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update reviews set theory_falling = 1 where ${sql.raw(isTheoryFalling)}`.execute(db)
  await noteFallingTheory(db)
  await db.schema.dropIndex('reviews_open_index').execute()
  await sql`create index reviews_open_index
    on reviews (status, due_at, student_id, advisor_id, tries, follows_critical, week_status,
      held_at, reviewer_id, marked_at, theory_falling, id)
    where closed_at is null`.execute(db)
}
