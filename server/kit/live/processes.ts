import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Server } from 'socket.io'
import type { z } from 'zod'
import type { EventPayload, SocketEvent } from '#contract/kit/socket-event.ts'
import { secondMs } from '#contract/kit/time/durations.ts'

/** The other processes on the same database. Messages arrive in the order sent. */
export type OtherProcesses = {
  emit: <E extends SocketEvent>(event: E, payload: EventPayload<E>) => void
  onEmitted: <Payload extends z.ZodType>(
    event: SocketEvent<Payload>,
    handle: (payload: z.output<Payload>) => void,
  ) => void
  close: () => Promise<void>
}

/** For a single process, as with SQLite. */
export const noOtherProcesses: OtherProcesses = { emit() {}, onEmitted() {}, async close() {} }

/** The start of the `application_name` of the sockets' PostgreSQL connections; an id follows. */
export const socketsApplicationName = 'weekward sockets'
const channel = 'weekward'
/** PostgreSQL limits notifications to 8000 bytes; longer ones go through a table. */
const payloadThreshold = 7_900
const listeningWithinMs = 10 * secondMs

/** The adapter listens as soon as it has a new connection. */
const listensAfterMs = secondMs

/**
 * Connects the sockets of all processes on one PostgreSQL. Calls `onBack` when this process
 * receives messages again after an interruption.
 */
export async function joinProcesses(
  io: Server,
  url: string,
  { log, onBack }: { log: FastifyBaseLogger; onBack: () => void },
): Promise<OtherProcesses> {
  const name = `${socketsApplicationName} ${randomUUID()}`
  const options = {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5 * secondMs,
    keepAlive: true,
  }
  // Only one connection publishes, to keep the order.
  const pool = new pg.Pool({ ...options, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Both connections are opened first, since the adapter would only log a failure.
  await pool.query('select')
  const listener = await keepListener(options, onBack)
  const errorHandler = (error: Error) => log.error(error)
  const connections = { connect: listener.connect, query: makeBatchingQuery(pool) }
  // The adapter uses only these two functions of a pool.
  const asPool = connections as unknown as pg.Pool
  const { createAdapter } = await import('@socket.io/postgres-adapter')
  io.adapter(createAdapter(asPool, { channelPrefix: channel, payloadThreshold, errorHandler }))
  await waitUntilListening(pool, name)

  return {
    emit: (event, payload) => {
      io.serverSideEmit(event.name, payload)
    },
    onEmitted: (event, handle) => {
      io.on(event.name, (given: unknown) => {
        // A process of another version may send messages that this one does not understand.
        const read = event.payload.safeParse(given)
        if (read.success) handle(read.data)
      })
    },
    async close() {
      await io.of('/').adapter.close()
      listener.end()
      await pool.end()
    },
  }
}

const notify = 'SELECT pg_notify($1, $2)'
/** The most notifications in one statement. */
const notifiedTogether = 20

/**
 * Wraps the pool's `query` so that notifications sent at the same time, as after one change, share
 * one statement, in order.
 */
function makeBatchingQuery(pool: pg.Pool) {
  const waiting: { values: unknown[]; resolve: () => void; reject: (error: unknown) => void }[] = []

  async function emitAll() {
    const together = waiting.splice(0, notifiedTogether)
    if (waiting.length > 0) queueMicrotask(emitAll)
    const calls = together.map((_, place) => `pg_notify($${2 * place + 1}, $${2 * place + 2})`)
    try {
      await pool.query(
        `select ${calls.join(', ')}`,
        together.flatMap(({ values }) => values),
      )
      for (const { resolve } of together) resolve()
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return (text: string, values: unknown[] = []) => {
    if (text !== notify) return pool.query(text, values)
    return new Promise<void>((resolve, reject) => {
      waiting.push({ values, resolve, reject })
      if (waiting.length === 1) queueMicrotask(emitAll)
    })
  }
}

/**
 * Provides the connection on which the adapter listens, a new one each time it asks. The adapter
 * never returns a broken connection, and asks twice if one breaks while it starts to listen: a pool
 * would run out, and two listeners would receive everything twice.
 */
async function keepListener(options: pg.ClientConfig, onBack: () => void) {
  let first: pg.Client | undefined = makeClient(options)
  await first.connect()
  let current: pg.Client | undefined
  let isBack: NodeJS.Timeout | undefined

  function end(): void {
    current?.removeAllListeners('end')
    current?.removeAllListeners('notification')
    current?.end().catch(() => {})
    current = undefined
    clearTimeout(isBack)
  }

  async function connect() {
    end()
    const client = first ?? makeClient(options)
    current = client
    if (!first) {
      await client.connect()
      isBack = setTimeout(onBack, listensAfterMs)
    }
    first = undefined
    return Object.assign(client, { release: end })
  }

  return { connect, end }
}

function makeClient(options: pg.ClientConfig): pg.Client {
  const client = new pg.Client(options)
  // A broken connection also ends; the adapter then asks for another one.
  client.on('error', () => {})
  return client
}

/** Waits until the adapter listens, which it does not report. */
async function waitUntilListening(pool: pg.Pool, name: string): Promise<void> {
  const deadline = performance.now() + listeningWithinMs
  while (performance.now() < deadline) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where application_name = $1 and query like 'LISTEN %'`,
      [name],
    )
    if (rowCount) return
    await wait(10)
  }
  throw new Error('the sockets cannot listen for PostgreSQL notifications')
}
