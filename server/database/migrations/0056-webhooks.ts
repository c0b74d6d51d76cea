import { type Kysely, sql } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/** Other systems that are told of events, and each event on its way to one of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('secret_rolled_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('off_at', 'bigint')
    .addColumn('off_reason', 'text')
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('claimed_until', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('first_tried_at', 'bigint')
    .addColumn('tried_at', 'bigint')
    .addColumn('signature', 'text')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .addColumn('took_ms', 'integer')
    .addColumn('delivered_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .execute()
  await createIndex(db, 'webhook_deliveries', ['webhook_id', 'id'])
  await createIndex(db, 'webhook_deliveries', ['at'])
  // The few that wait, in the order of each review.
  await sql`create index webhook_deliveries_waiting_index on webhook_deliveries
    (webhook_id, subject_id, id) where due_at is not null`.execute(db)
}
