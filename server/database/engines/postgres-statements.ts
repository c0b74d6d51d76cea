import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { statementOutdated } from '../trouble.ts'
import { rowMaker } from './row-maker.ts'

/** Each connection keeps what has a name, and some texts vary with their input: there is a bound. */
const statementsNamed = 300
/**
 * A comment in statements whose best plan depends on their values, such as what is looked for: they
 * have no name, and are planned each time.
 */
export const plannedByValue = '/* planned by its values */'

/** Longer ones write many rows at once; they seldom come again. */
const longestNamed = 5_000

/**
 * The pool as the query builder knows it, but that statements have names: PostgreSQL then parses
 * and plans them once a connection and not with every call.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const statements = new Statements()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const connection = known.get(client) ?? new PreparingConnection(client, statements)
      known.set(client, connection)
      return connection
    },
  }
}

class PreparingConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #statements: Statements

  constructor(client: pg.PoolClient, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    asked: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof asked !== 'string') throw new Error('Nothing is read by a cursor')
    return this.#ask(asked, values)
  }

  async #ask<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const statement = this.#statements.of(text)
    try {
      const result = await (statement
        ? this.#askPrepared(statement, text, values)
        : this.#client.query(text, [...values]))
      // The driver's own result: what the query builder expects of it, in other types.
      const same: unknown = result
      return same as PostgresQueryResult<R>
    } catch (error) {
      const isOutdated = error instanceof pg.DatabaseError && error.code === statementOutdated
      if (isOutdated) this.#statements.forget(text)
      throw error
    }
  }

  async #askPrepared(statement: Statement, text: string, values: readonly unknown[]) {
    const { name } = statement
    const asked: pg.QueryArrayConfig = { name, text, values: [...values], rowMode: 'array' }
    const result = await this.#client.query(asked)
    statement.rowOf ??= rowMaker(result.fields.map((field) => field.name))
    return Object.assign(result, { rows: result.rows.map(statement.rowOf) })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/** A statement that is prepared on each connection, and how its rows are made. */
type Statement = { name: string; rowOf?: (values: unknown) => unknown }

/** The statements that are prepared. */
class Statements {
  readonly #known = new Map<string, Statement>()
  #named = 0

  of(text: string): Statement | undefined {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= statementsNamed || text.length > longestNamed) return undefined
    if (text.includes(plannedByValue)) return undefined
    this.#named += 1
    const made = { name: `weekward ${this.#named}` }
    this.#known.set(text, made)
    return made
  }

  /** From the next time on it goes by another name, under which it is prepared anew. */
  forget(text: string): void {
    this.#known.delete(text)
  }
}
