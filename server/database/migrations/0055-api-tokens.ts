import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../connect.ts'
import { createIndex } from './ddl/schema-helpers.ts'

/** API tokens, by their hashes, and the name of the token in each entry of the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('api_tokens_token_hash_key', ['token_hash'])
    .addUniqueConstraint('api_tokens_person_id_key', ['person_id', 'name'])
    .execute()
  await createIndex(db, 'api_tokens', ['person_id', 'created_at', 'id'])
  await db.schema.alterTable('audit_log').addColumn('token_name', 'text').execute()
  // SQLite lists the columns that stay, to which the new one does not belong.
  if (isPostgres(db)) await sql.raw(allowErasingTokenName).execute(db)
}

const texts = '{subject_id,before,after,address,token_name}'

const allowErasingTokenName = `
  create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from erasing)
        and to_jsonb(new) - '${texts}'::text[] = to_jsonb(old) - '${texts}'::text[]
        then return new; end if;
      raise exception 'audit_log is only ever added to, but for texts of a person who is erased';
    end $$`
