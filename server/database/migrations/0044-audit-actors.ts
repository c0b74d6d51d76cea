import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../connect.ts'

/**
 * The audit log keeps the entries of people who no longer exist: an invitation can be revoked after
 * its link was used to set a password. SQLite drops a foreign key only with its table, which is
 * copied; its indexes and triggers are created again as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without it, the foreign key reads all reviews when a person is deleted.
  await sql`create index reviews_lost_reviewer_id_index on reviews (lost_reviewer_id)
    where lost_reviewer_id is not null`.execute(db)
  if (isPostgres(db)) {
    await sql`alter table audit_log drop constraint trail_person_id_fkey`.execute(db)
    return
  }
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
    where tbl_name = 'audit_log' and type <> 'table' and sql is not null`.execute(db)
  await db.schema
    .createTable('new_audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await sql`insert into new_audit_log select * from audit_log`.execute(db)
  await db.schema.dropTable('audit_log').execute()
  await sql`alter table new_audit_log rename to audit_log`.execute(db)
  for (const { sql: statement } of rows) await sql.raw(statement).execute(db)
}
