import { type Kysely, sql } from 'kysely'

/**
 * People choose how they are told of what, and in which zone. A notice has the ways that are still
 * to be gone, and a mail the instant from which on it is of no use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notice_settings')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('channels', 'text', (column) => column.notNull())
    .addColumn('quiet_from', 'text')
    .addColumn('quiet_to', 'text')
    .addColumn('summary_weekday', 'integer', (column) =>
      column.check(sql`summary_weekday between 1 and 7`),
    )
    .addColumn('zone', 'text')
    .addCheckConstraint(
      'notice_settings_quiet_check',
      sql`(quiet_from is null) = (quiet_to is null)`,
    )
    .execute()

  await db.schema
    .alterTable('notices')
    .addColumn('on_page', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('notices').addColumn('mail_due_at', 'bigint').execute()
  await db.schema.alterTable('notices').addColumn('push_due_at', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('good_until', 'bigint').execute()
  await sql`drop index notices_unread_index`.execute(db)
  for (const index of [
    'notices_unread_index on notices (person_id) where read_at is null and on_page = 1',
    'notices_mail_due_index on notices (mail_due_at, person_id) where mail_due_at is not null',
    'notices_push_due_index on notices (push_due_at, person_id) where push_due_at is not null',
  ]) {
    await sql`create index ${sql.raw(index)}`.execute(db)
  }
}
