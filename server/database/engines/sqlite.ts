import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  Kysely,
  type LimitNode,
  type LogConfig,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { ensureFolder, ensurePrivateFile } from './private-files.ts'
import { compileRow } from './row-compiler.ts'

/** SQLite's own 2 MiB do not hold what the lists of a large school go through again and again. */
const cacheKiB = 32 * 1024

/**
 * So many pages of 4 KiB are written to the log beside the file before they are brought into it. A
 * change touches some twenty, of indexes for the most part, and many of them again and again.
 */
const walPages = 4_000

/** Opens the file of SQLite, or makes an empty one. */
export function openSqlite(file: string, log: LogConfig): Kysely<Tables> {
  ensureFolder(dirname(file))
  // SQLite gives what it keeps beside the file the file's own mode.
  ensurePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec(`pragma cache_size = -${cacheKiB}`)
  database.exec(`pragma wal_autocheckpoint = ${walPages}`)
  return new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: toKyselyDatabase(database) }),
    log,
  })
}

/** SQLite rolls back changes of the schema too, so that a migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * SQLite plans a statement anew, some 50 µs of work, each time that a bare value is bound as its
 * limit; of a sum it does not.
 */
class KeptPlansCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode) {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class EmbeddedDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }

  override createQueryCompiler() {
    return new KeptPlansCompiler()
  }
}

/** Shows node's database in the shape that the dialect knows, and keeps prepared statements. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const prepare = (text: string) => {
    // A transaction that first reads and then writes must not find another process in its way.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text)
    const columns = statement.columns().map(({ name }) => name)
    statement.setReturnArrays(true)
    const rowOf = compileRow(columns)
    const values = (parameters: readonly unknown[]) => parameters.map(toSqlite)
    return {
      reader: columns.length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)).map(rowOf),
      run(parameters: readonly unknown[]) {
        // On a full disk SQLite has rolled back by itself: the reason must not get lost in that.
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
      // What is kept knows the columns that it has; a migration can change them.
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
