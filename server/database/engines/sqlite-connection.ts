import { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult, SqliteDatabase } from 'kysely'
import { compileRow } from './row-compiler.ts'

/**
 * SQLite's default of 2 MiB does not hold the pages that the lists of a large school read again and
 * again.
 */
export const pageCacheKiB = 32 * 1024

/** How long a statement waits while another process writes. */
const timeout = 5_000

/**
 * Pages of 4 KiB in the WAL before a checkpoint. A change touches about twenty pages, mostly of
 * indexes, and many of them repeatedly.
 */
const walPages = 4_000

/** Opens a connection that reads and writes. */
export function openConnection(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // What a savepoint could restore is kept in memory, not in a file made and deleted by each change.
  database.exec('pragma temp_store = memory')
  // What is deleted is overwritten, so that an erased person is in no free page.
  database.exec('pragma secure_delete = on')
  database.exec(`pragma cache_size = -${pageCacheKiB}`)
  database.exec(`pragma wal_autocheckpoint = ${walPages}`)
  return toKyselyDatabase(database)
}

/** Opens a connection that only reads. */
export function openReader(file: string): SqliteDatabase {
  return toKyselyDatabase(new DatabaseSync(file, { timeout, readOnly: true }))
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Runs a statement, synchronously. */
export function runStatement<R>(
  database: SqliteDatabase,
  { sql, parameters }: Statement,
): QueryResult<R> {
  const statement = database.prepare(sql)
  // The rows are of the type that the query builder says.
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes) }
}

/** Adapts Node's `DatabaseSync` to Kysely's dialect, and caches prepared statements. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const prepare = (text: string) => {
    // A transaction that reads before it writes must not be blocked by another process.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text)
    const columns = statement.columns().map(({ name }) => name)
    statement.setReturnArrays(true)
    const rowOf = compileRow(columns)
    const values = (parameters: readonly unknown[]) => parameters.map(toSqlite)
    return {
      reader: columns.length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)).map(rowOf),
      run(parameters: readonly unknown[]) {
        // On a full disk SQLite has already rolled back; a failing rollback would hide the reason.
        if (text === 'rollback' && !database.isTransaction) return noChanges
        return statement.run(...values(parameters))
      },
      iterate: (): never => {
        throw new Error('Nothing is read by a cursor')
      },
    }
  }
  return {
    close: () => database.close(),
    prepare(text) {
      const kept = prepared.get(text)
      if (kept) return kept
      const made = prepare(text)
      // Cached statements know their columns, which a migration can change.
      if (changesSchema.test(text)) prepared.clear()
      else if (prepared.size < statementsKept) prepared.set(text, made)
      return made
    },
  }
}

const statementsKept = 500
const changesSchema = /^\s*(alter|create|drop)\b/i

const noChanges = { changes: 0, lastInsertRowid: 0 }

function toSqlite(value: unknown): string | number | bigint | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value
  }
  throw new TypeError(`No column holds a ${typeof value}`)
}
