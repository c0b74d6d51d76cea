import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/**
 * Makes the table in which the socket adapter passes on what is too long for a notification; its
 * name and columns are the adapter's own. Only PostgreSQL joins several processes. For a migration.
 */
export async function createSocketLongMessagesTable(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create table socket_io_attachments (
    id bigserial unique,
    created_at timestamptz default now(),
    payload bytea
  )`.execute(db)
}
