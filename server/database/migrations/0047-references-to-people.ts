import { type Kysely, sql } from 'kysely'

/**
 * An index for each reference to a person that had none: without it, each person who is deleted
 * costs a search of the whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of references) {
    await sql`create index ${sql.ref(`${table}_${column}_index`)}
      on ${sql.table(table)} (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
}

const references = [
  ['call_participants', 'person_id'],
  ['call_events', 'person_id'],
  ['chat_lines', 'person_id'],
  ['review_history', 'person_id'],
  ['review_history', 'from_reviewer_id'],
  ['review_history', 'to_reviewer_id'],
] as const
