import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../connect.ts'
import { createSchemaFromMigrations } from '../../migrate.ts'
import { assertSameSchema, type SchemaPart } from '../compare-schema.ts'
import { removeOnExit } from '../remove-on-exit.ts'
import { openReadOnly } from './database.ts'

/**
 * Checks that the schema of a copy is exactly what its own migrations create: a foreign trigger
 * would keep running in the restored school. Throws an Error that names the first difference. A
 * table is compared by columns, keys and checks, since its SQL text may come from an older library.
 * Nothing executable is skipped by its name.
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

/** Creates a temporary database with the schema of these migrations. */
async function makeSchema(folder: string, migrations: string[]): Promise<DatabaseSync> {
  const file = join(folder, 'weekward.db')
  const db = openDatabase({ kind: 'sqlite', file })
  try {
    // In one transaction, so that only one flush to the disk is needed.
    await db.transaction().execute((within) => createSchemaFromMigrations(within, migrations))
  } finally {
    await db.destroy()
  }
  return openReadOnly(file)
}

/**
 * Skips what SQLite creates by itself and cannot run: automatic indexes, and its sequence and
 * statistics tables, whose SQL never varies.
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
/** Ignores white space, quotes and letter case. */
const normalizeSql = (sql: unknown) =>
  String(sql)
    .replace(/["\s]+/g, ' ')
    .trim()
    .toLowerCase()

/** The CHECK conditions and generated columns of a table's SQL; both run on each change. */
function readChecks(sql: string): string[] {
  return [...sql.matchAll(/\b(?:check|as)\s*(?=\()/gi)]
    .map(({ 0: word, index }) => normalizeSql(extractParenthesized(sql, index + word.length)))
    .sort()
}

/** Returns the text from an opening parenthesis to its closing one; quoted text is skipped. */
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
