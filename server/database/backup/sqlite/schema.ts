import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createSchemaFrom } from '../../migrate.ts'
import { openDatabase } from '../../open.ts'
import { assertSameSchema, type SchemaPart } from '../compare-schema.ts'
import { removeOnExit } from '../remove-on-exit.ts'
import { openReadOnly } from './database.ts'

/**
 * Checks that the schema of a copy is the one that its own migrations make, no more and no less: a
 * trigger of somebody else's would go on working in the school. Raises an Error that names what is
 * different. A table is compared by its columns, keys and conditions, as its text may be of an older
 * library. Nothing that can run is left out by its name.
 */
export async function assertSchemaMatchesMigrations(file: string): Promise<void> {
  const copy = openReadOnly(file)
  try {
    const names = copy.prepare('select name from kysely_migration').all()
    const folder = mkdtempSync(join(dirname(file), 'comparing-'))
    const remove = removeOnExit(folder)
    const made = await makeSchema(
      folder,
      names.map(({ name }) => String(name)),
    )
    try {
      assertSameSchema(readParts(copy), readParts(made))
    } finally {
      made.close()
      remove()
    }
  } finally {
    copy.close()
  }
}

/** A new database with the schema that these migrations make. */
async function makeSchema(folder: string, migrations: string[]): Promise<DatabaseSync> {
  const file = join(folder, 'weekward.db')
  const db = openDatabase({ kind: 'sqlite', file })
  try {
    // In one go: else each statement waits for the disk.
    await db.transaction().execute((within) => createSchemaFrom(within, migrations))
  } finally {
    await db.destroy()
  }
  return openReadOnly(file)
}

/**
 * Left out is what SQLite makes by itself and what can run nothing: the index of a key, which has no
 * text, and the tables of its counters and statistics, whose text is always the same.
 */
const selectSchema = `
  select type, name, tbl_name as "table", sql from sqlite_schema
  where not (type = 'index' and name like 'sqlite\\_autoindex\\_%' escape '\\' and sql is null)
    and not (type = 'table' and lower(sql) in ('create table sqlite_sequence(name,seq)',
      'create table sqlite_stat1(tbl,idx,stat)',
      'create table sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))`

function readParts(database: DatabaseSync): SchemaPart[] {
  return database
    .prepare(selectSchema)
    .all()
    .map(({ type, name, table, sql }) => ({
      name: name === table ? `${type} ${name}` : `${type} ${name} on ${table}`,
      is:
        type === 'table' && !isVirtual(sql)
          ? readTableShape(database, String(name), readChecks(String(sql)))
          : normalizeSql(sql),
    }))
}

const isVirtual = (sql: unknown) => /^create virtual table/i.test(String(sql))
/** Blanks, quotes and letter case make no difference. */
const normalizeSql = (sql: unknown) =>
  String(sql)
    .replace(/["\s]+/g, ' ')
    .trim()
    .toLowerCase()

/** The conditions of a table's text, and how its generated columns are made: they run at each change. */
function readChecks(sql: string): string[] {
  return [...sql.matchAll(/\b(?:check|as)\s*(?=\()/gi)]
    .map(({ 0: word, index }) => normalizeSql(extractParenthesized(sql, index + word.length)))
    .sort()
}

/** A text from an opening bracket to the one that closes it; what is quoted counts for nothing. */
function extractParenthesized(text: string, from: number): string {
  let depth = 0
  for (const { 0: token, index } of text.slice(from).matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth === 0) return text.slice(from, from + index + 1)
  }
  return text.slice(from)
}

function readTableShape(database: DatabaseSync, table: string, checks: string[]): string {
  const columns = database
    .prepare(
      'select name, lower(type), "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)',
    )
    .all(table)
  const references = database
    .prepare('select "table", "from", "to", on_delete, on_update from pragma_foreign_key_list(?)')
    .all(table)
  const unique = database
    .prepare(
      `select list.origin, info.name from pragma_index_list(?) as list,
        pragma_index_info(list.name) as info where list.origin <> 'c'`,
    )
    .all(table)
  const rows = [columns, references, unique].map((some) => some.map(toJsonLine).sort())
  return JSON.stringify([...rows, checks])
}

const toJsonLine = (row: object) => JSON.stringify(Object.values(row))
