import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

export type Rows = Record<string, Record<string, unknown>[]>

/** The whole database, table by table, in a fixed order. */
export async function readRows({ context }: Pick<TestApp, 'context'>): Promise<Rows> {
  const all: Rows = {}
  for (const { name } of await context.db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      context.db,
    )
    const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }))
    all[name] = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
  }
  return all
}
