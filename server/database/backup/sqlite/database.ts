import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { findNewerMigrations, formatNewerVersion } from '../../migrate.ts'

/** Copies all pages in one step, so that concurrent writes never restart the copy. */
const allPages = 2 ** 31 - 1
const waitMs = 1_000

/** Opens the SQLite file read-only while others write to it; throws an Error if there is none. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  return new DatabaseSync(file, { readOnly: true, timeout: waitMs })
}

/**
 * Opens the SQLite file with an exclusive lock that lasts until it is closed. Throws an Error while
 * a server, or anything else, has it open.
 */
export function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitMs })
  try {
    // In exclusive mode the lock is kept between statements too.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message === 'database is locked') {
      throw new Error(`${file} is in use: stop the server first`, { cause: error })
    }
    throw new Error(`${file} cannot be opened: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** Copies the database into a file in one transaction: all of it, or nothing. */
export async function copyDatabase(file: string, source: DatabaseSync): Promise<void> {
  await backup(source, file, { rate: allPages })
}

/** Merges a copy's WAL so that it is a single file, and checks it with `assertSchoolDatabase`. */
export function finishCopy(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
    assertSchoolDatabase(database)
  } finally {
    database.close()
  }
}

/**
 * Checks that the database is an undamaged Weekward school and not from a newer version; throws an
 * Error that names the problem.
 */
export function assertSchoolDatabase(database: DatabaseSync): void {
  const [problem] = readFirstColumn(database, 'select * from pragma_integrity_check')
  if (problem !== 'ok') throw new Error(`it is damaged: ${problem}`)
  const [lost] = database.prepare('select * from pragma_foreign_key_check').all()
  if (lost)
    throw new Error(
      `it is damaged: ${formatRow(database, lost)} refers to a row in ${lost.parent} that does not exist`,
    )
  if (!readTables(database).includes('people')) throw new Error('it holds no school')
  const [newer] = findNewerMigrations(
    readFirstColumn(database, 'select name from kysely_migration'),
  )
  if (newer) throw new Error(formatNewerVersion(newer))
}

type BrokenReference = Record<string, unknown>

/** Formats a row for an error message: its table and its primary key. */
function formatRow(database: DatabaseSync, { table, rowid }: BrokenReference): string {
  const [row = {}] = database.prepare(`select * from "${table}" where rowid = ?`).all(Number(rowid))
  const keys = readFirstColumn(
    database,
    `select name from pragma_table_info('${table}') where pk > 0`,
  )
  return `${table} ${keys.map((key) => row[key]).join(' ')}`
}

/** Whether any table has a row. */
export function hasAnyRows(database: DatabaseSync): boolean {
  return readTables(database).some(
    (table) => readFirstColumn(database, `select 1 from "${table}" limit 1`).length > 0,
  )
}

/** The tables, without SQLite's own, those of the migrator and the search index. */
function readTables(database: DatabaseSync): string[] {
  return readFirstColumn(
    database,
    `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`,
  )
}

/** Returns the first column of a query's rows as text. */
export function readFirstColumn(database: DatabaseSync, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]))
}
