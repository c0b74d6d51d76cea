import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { secondMs } from '#contract/kit/time/time.ts'
import type { Tables } from '../tables.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/**
 * Compiling a statement, or starting further processes for it, takes longer than the answer does
 * to nearly all that a call asks.
 */
const forShortAnswers = 'set jit = off; set max_parallel_workers_per_gather = 0'

const answersWithinMs = secondMs
const answersAnewWithinMs = 2 * secondMs

/** Opens a pool of connections to PostgreSQL; none of them is made before it is needed. */
export function openPostgres(url: string, log: LogConfig): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5 * secondMs,
    types: { getTypeParser: getTypeParser },
    onConnect: (client) => client.query(forShortAnswers),
  })
  // An idle connection that breaks is replaced by the pool; the next query reports what is wrong.
  pool.on('error', () => {})
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // One that breaks in use fails its query; without a listener it would end the process too.
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

/** How many connections there are, how many of them are idle, and how many wait for one. */
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
 * Whether the database answers within a second and can be written, on one of the connections there
 * are or, should all be busy, within two more on a new one.
 */
export async function isDatabaseAvailable(db: Kysely<Tables>): Promise<boolean> {
  const pool = pools.get(db)?.pool
  // SQLite is in this process: it is never away, though a long transaction may keep it busy.
  if (!pool) return ping(db)
  const asked = isWritable(pool).catch(() => false)
  const late = wait(answersWithinMs, false, { ref: false })
  return (await Promise.race([asked, late])) || isWritableOnNewConnection(pool.options)
}

/** Whether the database answers; nobody waits for one that hangs but for this. */
export function ping(db: Kysely<Tables>): Promise<boolean> {
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
  // The pool keeps its password where it is not copied along.
  const client = new pg.Client({ ...options, password: options.password, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isWritable(client)
  } catch {
    return false
  } finally {
    // Not waited for: a server that hangs does not say goodbye.
    client.end().catch(() => {})
  }
}

/** One that follows another can only be read. */
async function isWritable(connection: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await connection.query('select pg_is_in_recovery() as follows')
  return rows[0]?.follows === false
}

/** Breaks all connections off: queries that wait for a database that has gone silent fail. */
export function destroyConnections(db: Kysely<Tables>): void {
  for (const client of pools.get(db)?.clients ?? []) client.connection.stream.destroy()
}

/** Counts and instants are 64-bit whole numbers there, all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format)
