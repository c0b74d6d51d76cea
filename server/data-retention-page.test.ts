import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/databases/database.ts'
import { canShareDatabase } from '#test/live-app.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/run/data.md'), 'utf8')
const kind = canShareDatabase ? 'PostgreSQL' : 'SQLite'

/** A line is: - `table`, `another` (SQLite alone): what makes it grow → what ends it */
const rows = [...page.matchAll(/^- (`.+?): (.+) → (.+)$/gm)].map(
  ([, tables = '', grows = '', ends = '']) => {
    const names = [...tables.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
    const [, only] = tables.match(/\((\w+) alone\)$/) ?? []
    return { names, grows, ends, isHere: only === undefined || only === kind }
  },
)

test('the documentation says of each table what makes it grow and what deletes its rows', async () => {
  const { db, drop } = await createTestDatabase()
  const inSqlite = sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and name not like ${'sqlite\\_%'} escape '\\'`
  const inPostgres = sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema()`
  const tables = await (canShareDatabase ? inPostgres : inSqlite).execute(db)
  await drop()
  const listed = rows.filter(({ isHere }) => isHere).flatMap(({ names }) => names)
  expect(listed.sort()).toEqual(tables.rows.map(({ name }) => name).sort())
})

test('no table’s documentation is incomplete', () => {
  for (const { names, grows, ends } of rows) {
    expect(`${names}: ${grows}`.length).toBeGreaterThan(names.join().length + 5)
    expect(`${names}: ${ends}`.length).toBeGreaterThan(names.join().length + 5)
  }
})
