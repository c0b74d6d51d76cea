import { sql } from 'kysely'
import { type Db, isPostgres } from '#server/database/connect.ts'
import type { TestApp } from '#test/app.ts'

export type Rows = Record<string, Record<string, unknown>[]>

/** The whole database, table by table, in a fixed order. */
export async function readRows({ context: { db } }: Pick<TestApp, 'context'>): Promise<Rows> {
  const all: Rows = {}
  for (const name of await listTables(db)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }))
    all[name] = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
  }
  return all
}

/** The rows of a table that are there only before, and only after. */
export function getChangedRows(table: string, before: Rows, after: Rows) {
  const [old, now] = [before[table] ?? [], after[table] ?? []]
  return { gone: withoutRows(old, now), added: withoutRows(now, old) }
}

function withoutRows(rows: Rows[string], others: Rows[string]): Rows[string] {
  const known = new Set(others.map((row) => JSON.stringify(row)))
  return rows.filter((row) => !known.has(JSON.stringify(row)))
}

/** The tables, without those of the migrator: Kysely's list also has their columns and is slow. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  ).execute(db)
  const names = rows.map(({ name }) => name).toSorted()
  return names.filter((name) => !/^(kysely|sqlite)_/.test(name))
}
