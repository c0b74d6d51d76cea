import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { Tables } from '../tables.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/**
 * JIT compilation and parallel workers take longer to start than nearly all our queries run. A
 * machine that lost its power within a transaction must not keep its locks.
 */
const forShortAnswers = `set jit = off; set max_parallel_workers_per_gather = 0;
  set idle_in_transaction_session_timeout = '60s'`

const answersWithinMs = secondMs
const answersAnewWithinMs = 2 * secondMs

/** Opens a pool of PostgreSQL connections; each is made when it is first needed. */
export function openPostgres(url: string, log: LogConfig): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5 * secondMs,
    types: { getTypeParser: getTypeParser },
    onConnect: (client) => client.query(forShortAnswers),
  })
  // The pool replaces a broken idle connection; the next query reports any lasting problem.
  pool.on('error', () => {})
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection that breaks in use fails its query. Without a listener it would also end the
    // process.
    client.on('error', () => {})
    client.once('end', () => clients.delete(client))
  })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    log,
  })
  pools.set(db, { pool, clients })
  return db
}

const pools = new WeakMap<Kysely<Tables>, { pool: pg.Pool; clients: Set<pg.PoolClient> }>()

/** The number of connections, of idle ones, and of queries that wait for one. */
export function countConnections(db: Kysely<Tables>): {
  all: number
  idle: number
  waiting: number
} {
  const pool = pools.get(db)?.pool
  if (!pool) return { all: 1, idle: 0, waiting: 0 }
  return { all: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/**
 * Whether the database answers within a second and accepts writes, on a pooled connection or, if
 * all are busy, within two more seconds on a new one.
 */
export async function isDatabaseAvailable(db: Kysely<Tables>): Promise<boolean> {
  const pool = pools.get(db)?.pool
  // SQLite runs in this process and is never unreachable, though a long transaction may keep it
  // busy.
  if (!pool) return canQuery(db)
  const asked = isWritable(pool).catch(() => false)
  const late = wait(answersWithinMs, false, { ref: false })
  return (await Promise.race([asked, late])) || isWritableOnNewConnection(pool.options)
}

/** Whether a trivial query succeeds. There is no timeout. */
export function canQuery(db: Kysely<Tables>): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

async function isWritableOnNewConnection(options: pg.PoolOptions): Promise<boolean> {
  const limits = {
    connectionTimeoutMillis: answersAnewWithinMs,
    query_timeout: answersAnewWithinMs,
  }
  // The pool's password is not enumerable, so it is copied explicitly.
  const client = new pg.Client({ ...options, password: options.password, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isWritable(client)
  } catch {
    return false
  } finally {
    // Not awaited: a server that hangs does not close the connection.
    client.end().catch(() => {})
  }
}

/** A standby is read-only. */
async function isWritable(connection: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await connection.query('select pg_is_in_recovery() as follows')
  return rows[0]?.follows === false
}

/** Destroys all connections, so that queries waiting for a silent database fail. */
export function destroyConnections(db: Kysely<Tables>): void {
  for (const client of pools.get(db)?.clients ?? []) client.connection.stream.destroy()
}

/** Counts and instants are 64-bit integers in PostgreSQL, all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format)
