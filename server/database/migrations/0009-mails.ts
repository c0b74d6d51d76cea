import { type Kysely, sql } from 'kysely'

/**
 * A mail knows what it is for and whom it is for, and how it ended: refused for good, or of no use
 * any more. What older mails are for is read from their subjects.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const outbox = db.schema.alterTable('outbox')
  await outbox.addColumn('kind', 'text').execute()
  await outbox.addColumn('person_id', 'text', (column) => column.references('people.id')).execute()
  for (const column of ['claimed_until', 'failed_at', 'dropped_at']) {
    await outbox.addColumn(column, 'bigint').execute()
  }
  await outbox.addColumn('answer', 'text').execute()

  for (const [kind, subject] of Object.entries(subjects)) {
    await sql`update outbox set kind = ${kind},
      person_id = (select id from people where email = recipient)
      where subject = ${subject}`.execute(db)
  }
  // A mail that was given up lost its text and was not sent.
  await sql`update outbox set failed_at = due_at where sent_at is null and body = ''`.execute(db)
  await sql`create index outbox_unsent_index on outbox (id) where sent_at is null`.execute(db)
  await sql`create index outbox_person_index on outbox (person_id, id)`.execute(db)
}

/** As mails before this migration had them. */
const subjects: Record<string, string> = {
  invitation: 'Your invitation to Weekward',
  'password-reset': 'Set a new password for Weekward',
  'second-factor-off': 'Your second factor at Weekward is off',
}
