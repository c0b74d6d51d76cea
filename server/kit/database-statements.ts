import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { statementOutdated } from './database-trouble.ts'

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
  const statements = new StatementNames()
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
  readonly #statements: StatementNames

  constructor(client: pg.PoolClient, statements: StatementNames) {
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
    const name = this.#statements.nameOf(text)
    try {
      const asked = { ...(name && { name }), text, values: [...values] }
      const result: unknown = await this.#client.query(asked)
      // The driver's own result: what the query builder expects of it, in other types.
      return result as PostgresQueryResult<R>
    } catch (error) {
      const isOutdated = error instanceof pg.DatabaseError && error.code === statementOutdated
      if (isOutdated) this.#statements.forget(text)
      throw error
    }
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/** The names of the statements that are prepared. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #given = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= statementsNamed || text.length > longestNamed) return undefined
    if (text.includes(plannedByValue)) return undefined
    this.#given += 1
    const name = `weekward ${this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** From the next time on it goes by another name, under which it is prepared anew. */
  forget(text: string): void {
    this.#names.delete(text)
  }
}
