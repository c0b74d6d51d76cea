import { type Kysely, sql } from 'kysely'

/** By the names that tables had before. */
export const newTableNames = {
  trail: 'audit_log',
  kept_replies: 'idempotency_keys',
  notices: 'notifications',
  notice_settings: 'notification_settings',
  told_days: 'daily_notifications',
  wishes: 'reschedule_requests',
  wish_slots: 'reschedule_request_slots',
  call_seats: 'call_participants',
}

const columns = [
  ['notifications', 'matter', 'dedupe_key'],
  ['notifications', 'facts', 'payload'],
  ['pushes', 'notice_id', 'notification_id'],
  ['slots', 'is_made', 'is_generated'],
] as const

/**
 * Tables and columns get the names that the code uses. Indexes, triggers and foreign keys follow.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(newTableNames)) {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
  }
  for (const [table, from, to] of columns) {
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(
      db,
    )
  }
}
