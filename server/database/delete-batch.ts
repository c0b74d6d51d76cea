import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables

/** Rows that expire: the column with their age (ms since 1970), and an optional filter. */
export type ExpiringRows<T extends Table> = {
  table: T
  key: keyof Tables[T] & string
  by: keyof Tables[T] & string
  only?: RawBuilder<boolean>
}

/**
 * Deletes at most `atMost` rows whose column is before an instant, oldest first, and returns their
 * number.
 */
export async function deleteBatchBefore<T extends Table>(
  db: Db,
  { table, key, by, only }: ExpiringRows<T>,
  { before, atMost }: { before: number; atMost: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(by)} < ${before} ${only ? sql`and ${only}` : sql``}
      order by ${sql.ref(by)} limit ${sql.lit(atMost)})`.execute(db)
  return Number(numAffectedRows)
}
