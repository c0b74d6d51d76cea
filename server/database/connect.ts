import { type Kysely, type LogConfig, PostgresAdapter } from 'kysely'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction. */
export type Db = Kysely<Tables>

export type DatabaseAddress = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }
export type DatabaseKind = DatabaseAddress['kind']

/** Opens the database without creating any table. `log` receives all queries. */
export function openDatabase(address: DatabaseAddress, log: LogConfig = []): Db {
  return address.kind === 'sqlite' ? openSqlite(address.file, log) : openPostgres(address.url, log)
}

/** Which of the two databases this is. */
export function getDatabaseKind(db: Db): DatabaseKind {
  return isPostgres(db) ? 'postgres' : 'sqlite'
}

/** Whether it is PostgreSQL. */
export function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
