import { Worker } from 'node:worker_threads'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { begin, commit, rollback } from './sqlite-driver.ts'
import type { WriteLock } from './write-lock.ts'

/** A statement for the thread, and its reply: a result, or an error with its SQLite codes. */
export type ThreadRequest = { sql: string; parameters: readonly unknown[] }
export type ThreadReply =
  | { result: QueryResult<unknown> }
  | { message: string; codes: Record<string, unknown> }

/**
 * Runs each transaction in a thread of its own, for changes of thousands of rows: meanwhile calls
 * that only read are as fast as ever. Changes wait for it.
 */
export class SqliteThreadDriver implements Driver {
  readonly #file: string
  readonly #lock: WriteLock

  constructor(file: string, lock: WriteLock) {
    this.#file = file
    this.#lock = lock
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadConnection> {
    const connection = new ThreadConnection(this.#file)
    // Nobody has to wait for the thread to start.
    await connection.executeQuery(CompiledQuery.raw('select 1'))
    return connection
  }

  async beginTransaction(connection: ThreadConnection): Promise<void> {
    await this.#lock.take(connection, true)
    try {
      await connection.executeQuery(begin)
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  async commitTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(commit)
    this.#lock.release()
  }

  async rollbackTransaction(connection: ThreadConnection): Promise<void> {
    try {
      await connection.executeQuery(rollback)
    } finally {
      this.#lock.release()
    }
  }

  /**
   * Rewrites the whole file, without the remains of earlier rows: `secure_delete` misses those of
   * rows that were moved to another page. Empties the write-ahead log. Changes wait.
   */
  async rewriteFile(): Promise<void> {
    const connection = await this.acquireConnection()
    try {
      await this.#lock.take(connection, true)
      try {
        for (const statement of ['vacuum', 'pragma wal_checkpoint(truncate)']) {
          await connection.executeQuery(CompiledQuery.raw(statement))
        }
      } finally {
        this.#lock.release()
      }
    } finally {
      await connection.close()
    }
  }

  releaseConnection(connection: ThreadConnection): Promise<void> {
    return connection.close()
  }

  async destroy(): Promise<void> {}
}

/** Statements run in the order in which they are sent. */
class ThreadConnection implements DatabaseConnection {
  readonly #worker: Worker
  readonly #waiting: PromiseWithResolvers<QueryResult<unknown>>[] = []
  #failure: unknown

  constructor(file: string) {
    const module = new URL(import.meta.resolve('./sqlite-worker.ts'))
    this.#worker = new Worker(module, { workerData: file })
    this.#worker.on('message', (reply: ThreadReply) => {
      const waiting = this.#waiting.shift()
      if ('result' in reply) waiting?.resolve(reply.result)
      else waiting?.reject(Object.assign(new Error(reply.message), reply.codes))
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of a change has ended')))
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#failure !== undefined) throw this.#failure
    const waiting = Promise.withResolvers<QueryResult<unknown>>()
    this.#worker.postMessage({ sql, parameters } satisfies ThreadRequest)
    this.#waiting.push(waiting)
    // The rows are of the type that the query builder says.
    return (await waiting.promise) as QueryResult<R>
  }

  streamQuery(): never {
    throw new Error('Nothing is read by a cursor')
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
