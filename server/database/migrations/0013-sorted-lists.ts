import { type Kysely, sql } from 'kysely'

/**
 * An index for each column by which the lists of people are put in order, and for the few who stand
 * out: without them each page of a long list would read and sort everybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, [on, only]] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on ${sql.raw(on)}
      ${only ? sql`where ${sql.raw(only)}` : sql``}`.execute(db)
  }
}

/** By name: the table with what it is ordered by, and which rows are in the index. */
const indexes: Record<string, [on: string, only?: string]> = {
  people_email_index: ['people (role, email, id)'],
  people_verified_index: [
    'people (role, (case when verified_at is null then 0 else 1 end), search_key, id)',
  ],
  people_week_index: ['people (role, (coalesce(week, 0)), search_key, id)'],
  people_unverified_index: ['people (role, search_key, id)', 'verified_at is null'],
  people_blocked_index: ['people (role, search_key, id)', 'blocked_at is not null'],
  outbox_failed_index: [
    'outbox (person_id)',
    'sent_at is null and failed_at is not null and dropped_at is null',
  ],
}
