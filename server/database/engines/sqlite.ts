import { dirname } from 'node:path'
import {
  type Dialect,
  type Driver,
  Kysely,
  type LimitNode,
  type LogConfig,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { createPrivateFileIfMissing, ensureFolder } from './private-files.ts'
import { openConnection, openReader } from './sqlite-connection.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { SqliteThreadDriver } from './sqlite-thread-driver.ts'
import { WriteLock } from './write-lock.ts'

/** Opens the SQLite file, or creates an empty one. */
export function openSqlite(file: string, log: LogConfig): Kysely<Tables> {
  ensureFolder(dirname(file))
  // SQLite gives its side files the mode of the database file.
  createPrivateFileIfMissing(file)
  const lock = new WriteLock()
  const connections = { main: openConnection(file), openReader: () => openReader(file) }
  const db = new Kysely<Tables>({ dialect: makeDialect(new SqliteDriver(connections, lock)), log })
  const inThread = new SqliteThreadDriver(file, lock)
  threads.set(db, new Kysely<Tables>({ dialect: makeDialect(inThread), log }))
  return db
}

const threads = new WeakMap<Kysely<Tables>, Kysely<Tables>>()

/** The same database for long transactions, which run in a thread of their own. */
export function getThreadedSqlite(db: Kysely<Tables>): Kysely<Tables> {
  return threads.get(db) ?? db
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

function makeDialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new EmbeddedAdapter(),
    createQueryCompiler: () => new KeptPlansCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
