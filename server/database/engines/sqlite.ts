import { dirname } from 'node:path'
import {
  type Dialect,
  type Driver,
  Kysely,
  type LimitNode,
  type LogConfig,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { createPrivateFileIfMissing, ensurePrivateFolder } from './private-files.ts'
import { openConnection, openReader } from './sqlite-connection.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { SqliteThreadDriver } from './sqlite-thread-driver.ts'
import { WriteLock } from './write-lock.ts'

/** Opens the SQLite file, or creates an empty one. */
export function openSqlite(file: string, log: LogConfig): Kysely<Tables> {
  ensurePrivateFolder(dirname(file))
  // SQLite gives its side files the mode of the database file.
  createPrivateFileIfMissing(file)
  const lock = new WriteLock()
  const connections = { main: openConnection(file), openReader: () => openReader(file) }
  const db = new Kysely<Tables>({ dialect: makeDialect(new SqliteDriver(connections, lock)), log })
  const driver = new SqliteThreadDriver(file, lock)
  threads.set(db, { driver, db: new Kysely<Tables>({ dialect: makeDialect(driver), log }) })
  return db
}

type InThread = { driver: SqliteThreadDriver; db: Kysely<Tables> }
const threads = new WeakMap<Kysely<Tables>, InThread>()

/** The same database for long transactions, which run in a thread of their own. */
export function getSqliteForLongTransactions(db: Kysely<Tables>): Kysely<Tables> {
  return threads.get(db)?.db ?? db
}

/** Rewrites the SQLite file without the remains of earlier rows; does nothing on PostgreSQL. */
export async function vacuumSqliteFile(db: Kysely<Tables>): Promise<void> {
  await threads.get(db)?.driver.rewriteFile()
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

class EmbeddedCompiler extends SqliteQueryCompiler {
  /**
   * SQLite replans a statement (about 50 µs) each time a bare parameter is bound as its LIMIT, but
   * not for an expression.
   */
  protected override visitLimit(node: LimitNode) {
    super.visitLimit(node)
    this.append(' + 0')
  }

  /** Leaves out `for update` and the like: only one transaction writes at a time. */
  protected override visitSelectModifier(node: SelectModifierNode) {
    const isLock = node.modifier !== undefined && node.modifier !== 'Distinct'
    if (!isLock) super.visitSelectModifier(node)
  }
}

function makeDialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new EmbeddedAdapter(),
    createQueryCompiler: () => new EmbeddedCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
