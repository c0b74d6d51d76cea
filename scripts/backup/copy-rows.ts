import { sql } from 'kysely'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import type { Db } from '#server/database/connect.ts'
import { getTableChecksum, type TableChecksum } from './table-checksum.ts'
import { findTables, type Row, readRows, type Table, writeRows } from './table-rows.ts'

/**
 * Copies all rows of the embedded database into an empty, migrated PostgreSQL database in one
 * transaction, and returns what arrived. Throws an Error, with nothing copied, if the target holds
 * data or the copy differs.
 */
export async function copyRows(school: Db, target: Db): Promise<TableChecksum[]> {
  const tables = await findTables(school)
  return target.transaction().execute(async (within) => {
    // Reading a large table of the other database may take longer.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(within)
    for (const table of tables) await assertEmpty(within, table)
    const references = await findReferences(within)
    await judgeReferences(within, references, 'deferrable initially deferred')
    for (const table of tables) {
      for await (const rows of readRows(school, table)) await writeOrName(within, table, rows)
    }
    await sql`set constraints all immediate`.execute(within)
    await judgeReferences(within, references, 'not deferrable')
    return compare(tables, school, within)
  })
}

/**
 * Writes rows. On failure throws an Error that names the first row that cannot be written, and why.
 */
async function writeOrName(target: Db, table: Table, rows: Row[]): Promise<void> {
  await sql`savepoint before_rows`.execute(target)
  try {
    await writeRows(target, table, rows)
  } catch (error) {
    await sql`rollback to savepoint before_rows`.execute(target)
    for (const row of rows) await writeNamed(target, table, row)
    throw error
  }
}

async function writeNamed(target: Db, table: Table, row: Row): Promise<void> {
  try {
    await writeRows(target, table, [row])
  } catch (error) {
    const key = table.key.map((column) => row[column]).join(' ')
    const nul = table.columns.find((column) => String(row[column]).includes('\0'))
    const reason = nul
      ? `${nul} contains a NUL character, which PostgreSQL cannot store`
      : getErrorMessage(error)
    throw new Error(`${table.name} ${key} cannot be moved: ${reason}; nothing was moved`, {
      cause: error,
    })
  }
}

/** Locks the table until the transaction ends. */
async function assertEmpty(target: Db, { name }: Table): Promise<void> {
  await sql`lock table ${sql.table(name)} in exclusive mode`.execute(target)
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
  if (rows.length > 0) {
    throw new Error(`the target database holds data (${name}); nothing was moved`)
  }
}

type Reference = { table: string; name: string }

async function findReferences(target: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select relname as table, conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(target)
  return rows
}

/** Defers foreign keys, because a review may arrive before the one it refers to. */
async function judgeReferences(
  target: Db,
  references: Reference[],
  when: 'deferrable initially deferred' | 'not deferrable',
): Promise<void> {
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(when)}`.execute(
      target,
    )
  }
}

async function compare(tables: Table[], school: Db, target: Db): Promise<TableChecksum[]> {
  const arrived: TableChecksum[] = []
  for (const table of tables) {
    const was = await getTableChecksum(table.name, table.columns, readRows(school, table))
    const is = await getTableChecksum(table.name, table.columns, readRows(target, table))
    if (was.count !== is.count || was.checksum !== is.checksum) {
      throw new Error(`${table.name} was not copied correctly; nothing was moved`)
    }
    arrived.push(is)
  }
  return arrived
}
