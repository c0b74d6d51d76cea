import { type Kysely, sql } from 'kysely'
import { hourMs } from '#contract/kit/time/durations.ts'
import { createIndex, oneOf } from './ddl/schema-helpers.ts'

const reminderHours = { 'reminder-day': 24, 'reminder-hour': 1 }

/**
 * Who must be at a review is reminded of it, of those that are booked by now, too. What is told
 * once a day, or mailed once a week, is noted with its day or week.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminders')
    .addColumn('review_id', 'text', (column) =>
      column.notNull().references('reviews.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(oneOf('kind', Object.keys(reminderHours))),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('reminders_pkey', ['review_id', 'kind'])
    .execute()
  await createIndex(db, 'reminders', ['due_at'])
  for (const [kind, hours] of Object.entries(reminderHours)) {
    const before = sql.lit(hours * hourMs)
    await sql`insert into reminders (review_id, kind, starts_at, due_at)
      select id, ${sql.lit(kind)}, held_at, held_at - ${before} from reviews
      where status = 'review-scheduled' and closed_at is null
        and held_at - ${before} > ${sql.lit(Date.now())}`.execute(db)
  }
  await db.schema
    .createTable('told_days')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('told_days_pkey', ['kind', 'about', 'day'])
    .execute()
  await createIndex(db, 'told_days', ['at'])
  await db.schema
    .createTable('weekly_summaries')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('week', 'text', (column) => column.notNull())
    .execute()
}
