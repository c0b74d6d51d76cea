import { setImmediate } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
} from 'kysely'

/** The file: a connection for everything, and another one that only reads. */
export type SqliteConnections = { main: SqliteDatabase; openReader: () => SqliteDatabase }

/** The transaction that holds the main connection. */
type Running = {
  connection: DatabaseConnection
  /** Resolves at its end. */
  ended: Promise<void>
  end: () => void
  /** Resolves at the end of the turn of the event loop in which it began. */
  turnEnded: Promise<unknown>
}

/**
 * Runs statements one after another on the main connection. Changes wait for a running transaction.
 * Queries wait for it too, as it usually ends within this turn of the event loop; during a longer
 * one, such as an import, a second connection reads the state before it.
 */
export class SqliteDriver implements Driver {
  readonly #main: SqliteDatabase
  readonly #openReader: () => SqliteDatabase
  #reader: SqliteDatabase | undefined
  #running: Running | undefined

  constructor({ main, openReader }: SqliteConnections) {
    this.#main = main
    this.#openReader = openReader
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
    while (this.#running) await this.#running.ended
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#running = { connection, ended, end, turnEnded: setImmediate() }
    try {
      run(this.#main, begin)
    } catch (error) {
      this.#end()
      throw error
    }
  }

  async commitTransaction(): Promise<void> {
    run(this.#main, commit)
    this.#end()
  }

  async rollbackTransaction(): Promise<void> {
    try {
      run(this.#main, rollback)
    } finally {
      this.#end()
    }
  }

  async destroy(): Promise<void> {
    this.#reader?.close()
    this.#main.close()
  }

  async #execute<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#running && this.#running.connection !== connection) {
      const { ended, turnEnded } = this.#running
      if (!isSelect(query)) {
        await ended
        continue
      }
      await Promise.race([ended, turnEnded])
      if (this.#running?.ended !== ended) continue
      this.#reader ??= this.#openReader()
      return run<R>(this.#reader, query)
    }
    return run<R>(this.#main, query)
  }

  /** Closes the reader too: its cached pages and statements would be of no use any more. */
  #end(): void {
    this.#reader?.close()
    this.#reader = undefined
    this.#running?.end()
    this.#running = undefined
  }
}

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

const isSelect = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)

/** Runs a statement, synchronously. */
function run<R>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(sql)
  // The rows are of the type that the query builder says.
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes) }
}
