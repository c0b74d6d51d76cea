import { type Kysely, sql } from 'kysely'

/**
 * A student's course can be paused, for good reason and perhaps until a day, or finished. What
 * counts people, or only those who take part, reads these columns in indexes too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) {
    await sql`alter table people add column ${sql.raw(column)}`.execute(db)
  }
  for (const name of ['people_counts_index', 'people_active_index']) {
    await db.schema.dropIndex(name).execute()
  }
  for (const [name, on] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on people ${sql.raw(on)}`.execute(db)
  }
}

const columns = [
  `paused_at bigint check (paused_at is null or role = 'student')`,
  'paused_until text check (paused_until is null or paused_at is not null)',
  'pause_reason text check ((pause_reason is null) = (paused_at is null))',
  `finished_at bigint check (finished_at is null or role = 'student')`,
  `outcome text check (outcome in ('graduated', 'left'))
    check ((outcome is null) = (finished_at is null))`,
  'finish_reason text check (finish_reason is null or finished_at is not null)',
]

const indexes = {
  people_counts_index: '(role, domain_id, week, verified_at, blocked_at, paused_at, finished_at)',
  people_active_index: `(role, id) where verified_at is not null
    and blocked_at is null and paused_at is null and finished_at is null`,
  people_inactive_index: `(role, id) where blocked_at is not null
    or paused_at is not null or finished_at is not null`,
  people_paused_index: '(role, sort_key, id) where paused_at is not null',
  people_finished_index: '(role, sort_key, id) where finished_at is not null',
}
