import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

export type Row = Record<string, unknown>
export type Table = { name: string; columns: string[]; key: string[] }

const batchSize = 500

/**
 * The school's tables in the embedded database, with their primary keys. Excludes the index of
 * names, which each database builds itself.
 */
export async function findTables(school: Db): Promise<Table[]> {
  const tables = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like ${'sqlite\\_%'} escape '\\' and name not like ${'kysely\\_%'} escape '\\'
    order by name`.execute(school)
  return Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ name: string; pk: number }>`
        select name, pk from pragma_table_info(${name}) order by name`.execute(school)
      const inKey = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
      const names = (some: typeof rows) => some.map((column) => column.name)
      return { name, columns: names(rows), key: names(inKey) }
    }),
  )
}

/** Reads a table of either database in batches, ordered by its key. */
export async function* readRows(db: Db, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  let after: unknown[] | undefined
  for (;;) {
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      ${after ? sql`where (${keys}) > (${sql.join(after)})` : sql``}
      order by ${keys} limit ${sql.lit(batchSize)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = key.map((column) => last[column])
  }
}

/** Writes rows into a table. */
export async function writeRows(db: Db, { name, columns }: Table, rows: Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}
