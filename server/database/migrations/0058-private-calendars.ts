import { type Kysely, sql } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/**
 * Reviewers' own calendars, the busy times read from them, and whether a slot lies in one. Lists of
 * slots that can be booked read the latter in their index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('private_calendars')
    .addColumn('reviewer_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('tried_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('read_until', 'bigint')
    .addColumn('etag', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('notified_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('left_out', 'text')
    .execute()
  await createIndex(db, 'private_calendars', ['due_at'])
  await db.schema
    .createTable('busy_times')
    .addColumn('reviewer_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('busy_times_pkey', ['reviewer_id', 'starts_at'])
    .addCheckConstraint('busy_times_order', sql`ends_at > starts_at`)
    .execute()
  await db.schema
    .alterTable('slots')
    .addColumn('is_busy', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('slots_in_time_index').execute()
  const columns = ['starts_at', 'id', 'reviewer_id', 'ends_at', 'is_busy']
  await createIndex(db, 'slots', columns, 'slots_in_time_index')
}
