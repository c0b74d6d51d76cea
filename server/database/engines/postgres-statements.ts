import type { PostgresPool, PostgresPoolClient } from 'kysely'
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

/** A statement that is prepared on each connection, and how its rows are made. */
type Statement = { name: string; rowOf?: (values: unknown) => unknown }

/**
 * The pool as the query builder knows it, but that statements have names: PostgreSQL then parses
 * and plans them once a connection and not with every call.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const statements = new Map<string, Statement>()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let named = 0

  function statementOf(text: string): Statement | undefined {
    const kept = statements.get(text)
    if (kept) return kept
    if (statements.size >= statementsNamed || text.length > longestNamed) return undefined
    if (text.includes(plannedByValue)) return undefined
    named += 1
    const made = { name: `weekward ${named}` }
    statements.set(text, made)
    return made
  }

  async function ask(client: pg.PoolClient, text: string, values: unknown[]) {
    const statement = statementOf(text)
    if (!statement) return client.query(text, values)
    try {
      const asked = { name: statement.name, text, values, rowMode: 'array' } as const
      const result = await client.query<unknown[]>(asked)
      statement.rowOf ??= rowMaker(result.fields.map((field) => field.name))
      return Object.assign(result, { rows: result.rows.map(statement.rowOf) })
    } catch (error) {
      const isOutdated = error instanceof pg.DatabaseError && error.code === statementOutdated
      // From the next time on it goes by another name, under which it is prepared anew.
      if (isOutdated) statements.delete(text)
      throw error
    }
  }

  function prepare(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: unknown, values: readonly unknown[] = []): unknown => {
      if (typeof text !== 'string') throw new Error('Nothing is read by a cursor')
      return ask(client, text, [...values])
    }
    // The driver's own results are what the query builder expects, in other types.
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const connection = known.get(client) ?? prepare(client)
      known.set(client, connection)
      return connection
    },
  }
}
