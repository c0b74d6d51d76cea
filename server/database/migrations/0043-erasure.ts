import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../connect.ts'

/**
 * Since when a person is erased. In the transaction that erases them, and in no other, `erasing`
 * has a row: the texts of the audit log and of histories may then be replaced, and nothing else of
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('people').addColumn('erased_at', 'bigint').execute()
  await db.schema
    .createTable('erasing')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .execute()
  // The admin's home counts whoever is not erased.
  await db.schema.dropIndex('people_counts_index').execute()
  await sql`create index people_counts_index
    on people (role, domain_id, week, verified_at, blocked_at, paused_at, finished_at)
    where erased_at is null`.execute(db)
  for (const statement of isPostgres(db) ? inPostgres : inSqlite)
    await sql.raw(statement).execute(db)
}

const auditTexts = ['subject_id', 'before', 'after', 'address']
const auditSays = 'audit_log is only ever added to, but for texts of a person who is erased'
const historySays =
  'review_history is only ever added to, but for reasons of a person who is erased'

const isErasing = 'exists (select 1 from erasing)'

const inPostgres = [
  'drop trigger trail_unchanged on audit_log',
  `create trigger trail_unchanged before truncate on audit_log
    execute function refuse_trail_change()`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if ${isErasing} and to_jsonb(new) - '{${auditTexts.join(',')}}'::text[]
        = to_jsonb(old) - '{${auditTexts.join(',')}}'::text[] then return new; end if;
      raise exception '${auditSays}';
    end $$`,
  `create trigger audit_log_unchanged before update on audit_log
    for each row execute function refuse_audit_change()`,
  `create or replace function refuse_review_history_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if not exists (select 1 from reviews where id = old.review_id) then return old; end if;
      elsif tg_op = 'UPDATE' then
        if ${isErasing} and new.reason is null
          and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then return new; end if;
      end if;
      raise exception '${historySays}';
    end $$`,
]

/** SQLite has no way to compare whole rows. */
const differs = (columns: string[]) =>
  columns.map((column) => `new."${column}" is not old."${column}"`).join(' or ')

const auditColumns = ['id', 'at', 'person_id', 'call', 'request_id', 'kind']
const historyColumns = [
  ...['id', 'review_id', 'at', 'what', 'person_id', 'who'],
  ...['from_slot_id', 'from_starts_at', 'from_reviewer_id'],
  ...['to_slot_id', 'to_starts_at', 'to_reviewer_id', 'undoes_id', 'gone_ends_at'],
]

const inSqlite = [
  'drop trigger trail_update_refused',
  `create trigger audit_log_update_refused before update on audit_log
    when not ${isErasing} or ${differs(auditColumns)}
    begin select raise(abort, '${auditSays}'); end`,
  'drop trigger review_history_update_refused',
  `create trigger review_history_update_refused before update on review_history
    when not ${isErasing} or new.reason is not null or ${differs(historyColumns)}
    begin select raise(abort, '${historySays}'); end`,
]
