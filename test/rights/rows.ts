import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

export type Rows = Record<string, Record<string, unknown>[]>

/** All that the database holds, table by table, each in an order of its own. */
export async function readRows({ context }: TestApp): Promise<Rows> {
  const all: Rows = {}
  for (const { name } of await context.db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      context.db,
    )
    all[name] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return all
}
