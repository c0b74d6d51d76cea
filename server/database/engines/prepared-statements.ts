import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isStaleStatement } from '../errors/unavailable-errors.ts'
import { compileRow } from './row-compiler.ts'

/** A bound, since each connection keeps prepared statements and some texts vary with the input. */
const statementsNamed = 500
/**
 * A comment in statements whose best plan depends on their values, such as searches. They are not
 * prepared but planned each time.
 */
export const customPlan = '/* planned by its values */'

/** Longer statements write many rows at once and seldom repeat. */
const longestNamed = 5_000

/** A prepared statement, and the function that makes rows of its columns. */
type Statement = { name: string; rows?: { columns: string[]; rowOf: (values: unknown) => unknown } }

/**
 * Wraps a pool so that statements are prepared: PostgreSQL then parses and plans them once per
 * connection instead of once per call.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const statements = new Map<string, Statement>()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let named = 0

  function getStatement(text: string): Statement | undefined {
    const kept = statements.get(text)
    if (kept) return kept
    if (statements.size >= statementsNamed || text.length > longestNamed) return undefined
    if (text.includes(customPlan)) return undefined
    named += 1
    const made = { name: `weekward ${named}` }
    statements.set(text, made)
    return made
  }

  async function runQuery(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    isAgain = false,
  ): Promise<pg.QueryArrayResult | pg.QueryResult> {
    const statement = getStatement(text)
    if (!statement) return client.query(text, values)
    const isWithin = client.getTransactionStatus() === 'T'
    try {
      const asked = { name: statement.name, text, values, rowMode: 'array' } as const
      const result = await client.query<unknown[]>(asked)
      return Object.assign(result, {
        rows: result.rows.map(getRowCompiler(statement, result.fields)),
      })
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      // From now on all statements are prepared again under new names.
      if (statements.get(text) === statement) statements.clear()
      // A failed transaction accepts no more statements: `inTransaction` starts it again.
      if (isWithin || isAgain) throw error
      return runQuery(client, text, values, true)
    }
  }

  function prepare(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: unknown, values: readonly unknown[] = []): unknown => {
      if (typeof text !== 'string') throw new Error('Nothing is read by a cursor')
      return runQuery(client, text, [...values])
    }
    // The driver's results fit the query builder, only the types differ.
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

/**
 * Returns the function that makes rows of these columns. The columns change when a newer server has
 * changed the schema and this connection has prepared the statement again.
 */
function getRowCompiler(statement: Statement, fields: pg.FieldDef[]): (values: unknown) => unknown {
  const { rows } = statement
  if (
    rows?.columns.length === fields.length &&
    fields.every((field, at) => field.name === rows.columns[at])
  ) {
    return rows.rowOf
  }
  const columns = fields.map((field) => field.name)
  statement.rows = { columns, rowOf: compileRow(columns) }
  return statement.rows.rowOf
}
