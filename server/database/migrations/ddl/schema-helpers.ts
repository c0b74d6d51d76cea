import { type Kysely, sql } from 'kysely'

/** Makes an index; without a name it has that of its table and columns. For a migration. */
export function createIndex(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
  name = `${table}_${columns.join('_')}_index`,
): Promise<void> {
  return db.schema.createIndex(name).on(table).columns(columns).execute()
}

/** The rule that a column holds one of these values. */
export function oneOf(column: string, values: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
}
