import { type Kysely, sql } from 'kysely'
import { createIndex, oneOf } from './ddl/schema-helpers.ts'
import { createSocketLongMessagesTable } from './ddl/socket-attachments.ts'

/** The live review: who was there and when, the chat, and what the reviewer has typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('call_seats')
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_seats_pkey', ['review_id', 'person_id'])
    .execute()

  await db.schema
    .createTable('call_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(oneOf('kind', ['joined', 'answered', 'ended', 'left'])),
    )
    .addColumn('reason', 'text', (column) =>
      column.check(oneOf('reason', ['left', 'replaced', 'disconnected', 'removed'])),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('call_events_reason_fits', sql`(kind = 'left') = (reason is not null)`)
    .execute()
  await createIndex(db, 'call_events', ['review_id', 'at', 'id'], 'call_events_review_id_index')

  await db.schema
    .createTable('chat_lines')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'chat_lines', ['review_id', 'at', 'id'], 'chat_lines_review_id_index')

  await db.schema
    .createTable('review_drafts')
    .addColumn('review_id', 'text', (column) => column.primaryKey().references('reviews.id'))
    .addColumn('mark', 'text')
    .addColumn('pending_task', 'text')
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .execute()

  await createSocketLongMessagesTable(db)
}
