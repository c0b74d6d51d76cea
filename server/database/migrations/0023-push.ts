import type { Kysely } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/**
 * A browser that somebody has signed in with is notified, too, for as long as their session is
 * there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('session_id', 'text', (column) =>
      column.primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('push_subscriptions_endpoint_key', ['endpoint'])
    .execute()
  await db.schema
    .createTable('pushes')
    .addColumn('notice_id', 'text', (column) =>
      column.notNull().references('notices.id').onDelete('cascade'),
    )
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('push_subscriptions.session_id').onDelete('cascade'),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pushes_pkey', ['notice_id', 'session_id'])
    .execute()
  await createIndex(db, 'pushes', ['session_id'])
  await createIndex(db, 'pushes', ['due_at'])
}
