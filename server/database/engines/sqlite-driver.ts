import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
} from 'kysely'
import { runStatement } from './sqlite-connection.ts'
import type { WriteLock } from './write-lock.ts'

/** The file: a connection for everything, and another one that only reads. */
type SqliteConnections = { main: SqliteDatabase; openReader: () => SqliteDatabase }

/**
 * Runs statements one after another on the main connection. Changes wait for a running transaction.
 * Queries wait for it too, as it usually ends within this turn of the event loop; during a longer
 * one a second connection reads the state before it. They do not wait for one in a thread.
 */
export class SqliteDriver implements Driver {
  readonly #main: SqliteDatabase
  readonly #openReader: () => SqliteDatabase
  readonly #lock: WriteLock
  #reader: SqliteDatabase | undefined

  constructor({ main, openReader }: SqliteConnections, lock: WriteLock) {
    this.#main = main
    this.#openReader = openReader
    this.#lock = lock
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery) => this.#execute<R>(connection, query),
      streamQuery: (): never => {
        throw new Error('Nothing is read by a cursor')
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lock.take(connection, false)
    try {
      runStatement(this.#main, begin)
    } catch (error) {
      this.#end()
      throw error
    }
  }

  async commitTransaction(): Promise<void> {
    runStatement(this.#main, commit)
    this.#end()
  }

  async rollbackTransaction(): Promise<void> {
    try {
      runStatement(this.#main, rollback)
    } finally {
      this.#end()
    }
  }

  async destroy(): Promise<void> {
    this.#reader?.close()
    this.#main.close()
  }

  async #execute<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#lock.holder && this.#lock.holder.connection !== connection) {
      const { ended, turnEnded, isInThread } = this.#lock.holder
      if (!isSelect(query)) {
        await ended
        continue
      }
      if (isInThread) break
      await Promise.race([ended, turnEnded])
      if (this.#lock.holder?.ended !== ended) continue
      this.#reader ??= this.#openReader()
      return runStatement<R>(this.#reader, query)
    }
    return runStatement<R>(this.#main, query)
  }

  /** Closes the reader too: its cached pages and statements would be of no use any more. */
  #end(): void {
    this.#reader?.close()
    this.#reader = undefined
    this.#lock.release()
  }
}

export const begin = CompiledQuery.raw('begin')
export const commit = CompiledQuery.raw('commit')
export const rollback = CompiledQuery.raw('rollback')

const isSelect = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
