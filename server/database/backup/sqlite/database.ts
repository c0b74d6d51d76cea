import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { getMessage } from '#contract/kit/text/text.ts'
import { findNewerMigrations, formatNewerVersion } from '../../migrate.ts'

/** All pages in one step, so that what others write meanwhile never makes the copy begin anew. */
const allPages = 2 ** 31 - 1
const waitMs = 1_000

/** Opens the embedded database to read it while others write; raises an Error if there is none. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  return new DatabaseSync(file, { readOnly: true, timeout: waitMs })
}

/**
 * Opens the embedded database for this process alone, until it is closed; raises an Error while a
 * server, or anything else, has it open.
 */
export function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitMs })
  try {
    // An open database is locked as long as it is open, also while nothing is read or written.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message === 'database is locked') {
      throw new Error(`${file} is in use: stop the server first`, { cause: error })
    }
    throw new Error(`${file} cannot be opened: ${getMessage(error)}`, { cause: error })
  }
}

/** Writes the database into a file, in one transaction: as it was before, or all of it. */
export async function copyDatabase(file: string, source: DatabaseSync): Promise<void> {
  await backup(source, file, { rate: allPages })
}

/** Makes a copy a single file that needs no other beside it, and checks it with `assertSchoolDatabase`. */
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
 * Checks that the database is a school of Weekward's, whole, and not from a newer version; raises
 * an Error that says what is wrong with it.
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

/** A row as it is named to a person: by its table and its key. */
function formatRow(database: DatabaseSync, { table, rowid }: BrokenReference): string {
  const [row = {}] = database.prepare(`select * from "${table}" where rowid = ?`).all(Number(rowid))
  const keys = readFirstColumn(
    database,
    `select name from pragma_table_info('${table}') where pk > 0`,
  )
  return `${table} ${keys.map((key) => row[key]).join(' ')}`
}

/** Whether any table of the school has a row. */
export function hasRows(database: DatabaseSync): boolean {
  return readTables(database).some(
    (table) => readFirstColumn(database, `select 1 from "${table}" limit 1`).length > 0,
  )
}

/** The tables, without those in which migrations are noted, and without the index of names. */
function readTables(database: DatabaseSync): string[] {
  return readFirstColumn(
    database,
    `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`,
  )
}

/** The first column of what a query finds. */
export function readFirstColumn(database: DatabaseSync, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]))
}
