import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { migrationNames, runMigrations } from '#test/databases/migrations.ts'
import { type Db, isPostgres, openDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'

/** The names of the indexes and triggers of the audit log. */
async function readGuards(db: Db): Promise<unknown[]> {
  const ofPostgres = sql`select indexname as name from pg_indexes where tablename = 'audit_log'
    union all select tgname from pg_trigger where tgrelid = 'audit_log'::regclass
      and not tgisinternal order by 1`
  const ofSqlite = sql`select name from sqlite_schema
    where tbl_name = 'audit_log' and type <> 'table' and sql is not null order by name`
  return (await (isPostgres(db) ? ofPostgres : ofSqlite).execute(db)).rows
}

test('the audit log of before stays whole and unchangeable when an actor is removed', async () => {
  const { address, drop } = await createEmptyDatabase()
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await runMigrations(
    db,
    migrationNames.filter((name) => name < '0044'),
  )
  await sql`insert into people (id, role, name, email, search_key, sort_key, created_at)
    values ('nova', 'student', 'Nova', 'nova@school.test', 'nova', 'nova', 1)`.execute(db)
  const entry = {
    id: 'a',
    at: 5,
    person_id: 'nova',
    call: 'PUT /set-password/:id',
    address: '::1',
    request_id: 'r',
    kind: 'people' as const,
    subject_id: 'nova',
    before: '{"password_hash":null}',
    after: '{"password_hash":"…"}',
  }
  await db.insertInto('audit_log').values(entry).execute()
  const guards = await readGuards(db)
  expect(guards.length).toBeGreaterThan(4)

  await migrate(db)
  expect(await readGuards(db)).toEqual(guards)
  await db.deleteFrom('people').execute()
  // A later migration adds a column.
  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([
    { ...entry, token_name: null },
  ])
  for (const change of [sql`update audit_log set call = ''`, sql`delete from audit_log`]) {
    await expect(change.execute(db)).rejects.toThrow('only ever added')
  }
})
