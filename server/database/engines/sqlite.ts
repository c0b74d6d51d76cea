import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  Kysely,
  type LimitNode,
  type LogConfig,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { createPrivateFileIfMissing, ensureFolder } from './private-files.ts'
import { compileRow } from './row-compiler.ts'
import { type SqliteConnections, SqliteDriver } from './sqlite-driver.ts'

/**
 * SQLite's default of 2 MiB does not hold the pages that the lists of a large school read again and
 * again.
 */
const cacheKiB = 32 * 1024

/** How long a statement waits while another process writes. */
const busyTimeoutMs = 5_000

/**
 * Pages of 4 KiB in the WAL before a checkpoint. A change touches about twenty pages, mostly of
 * indexes, and many of them repeatedly.
 */
const walPages = 4_000

/** Opens the SQLite file, or creates an empty one. */
export function openSqlite(file: string, log: LogConfig): Kysely<Tables> {
  ensureFolder(dirname(file))
  // SQLite gives its side files the mode of the database file.
  createPrivateFileIfMissing(file)
  const database = new DatabaseSync(file, {
    ...{ timeout: busyTimeoutMs, enableForeignKeyConstraints: true },
  })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // What is deleted is overwritten, so that an erased person is in no free page.
  database.exec('pragma secure_delete = on')
  database.exec(`pragma cache_size = -${cacheKiB}`)
  database.exec(`pragma wal_autocheckpoint = ${walPages}`)
  const openReader = () =>
    toKyselyDatabase(new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true }))
  return new Kysely<Tables>({
    dialect: makeDialect({ main: toKyselyDatabase(database), openReader }),
    log,
  })
}

class EmbeddedAdapter extends SqliteAdapter {
  /** SQLite's DDL is transactional, so that a migration is all or nothing. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** The driver itself makes statements wait for a transaction. */
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * SQLite replans a statement (about 50 µs) each time a bare parameter is bound as its LIMIT, but
 * not for an expression.
 */
class KeptPlansCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode) {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

function makeDialect(connections: SqliteConnections): Dialect {
  return {
    createDriver: () => new SqliteDriver(connections),
    createAdapter: () => new EmbeddedAdapter(),
    createQueryCompiler: () => new KeptPlansCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
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
