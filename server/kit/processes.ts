import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createAdapter } from '@socket.io/postgres-adapter'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Server } from 'socket.io'
import type { z } from 'zod'
import type { PayloadOf, SocketEvent } from '#contract/kit/socket.ts'
import { secondMs } from './clock.ts'

/** The other processes that serve the same database; messages reach them in the order sent. */
export type Processes = {
  tell: <E extends SocketEvent>(event: E, payload: PayloadOf<E>) => void
  onTold: <Payload extends z.ZodType>(
    event: SocketEvent<Payload>,
    handle: (payload: z.output<Payload>) => void,
  ) => void
  close: () => Promise<void>
}

/** A process that is alone: SQLite has one. */
export const noOtherProcesses: Processes = { tell() {}, onTold() {}, async close() {} }

const channel = 'weekward'
/** A notification is shorter than 8000 bytes; what is longer goes through a table. */
const payloadThreshold = 7_900
const listeningWithinMs = 10 * secondMs

/** Joins the sockets of this process with those of all others on one PostgreSQL. */
export async function joinProcesses(
  io: Server,
  url: string,
  log: FastifyBaseLogger,
): Promise<Processes> {
  const name = `weekward sockets ${randomUUID()}`
  // One connection listens and one publishes: a second publisher could overtake the first.
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: 2,
    connectionTimeoutMillis: 5 * secondMs,
  })
  // A connection that breaks is made anew by the adapter.
  pool.on('error', () => {})
  const errorHandler = (error: Error) => log.error(error)
  io.adapter(createAdapter(pool, { channelPrefix: channel, payloadThreshold, errorHandler }))
  await untilListening(pool, name)

  return {
    tell: (event, payload) => {
      io.serverSideEmit(event.name, payload)
    },
    onTold: (event, handle) => {
      io.on(event.name, (given: unknown) => {
        // A process of another version may say what this one does not understand.
        const read = event.payload.safeParse(given)
        if (read.success) handle(read.data)
      })
    },
    async close() {
      await io.of('/').adapter.close()
      await pool.end()
    },
  }
}

/** Waits until the adapter hears the others, which it does not say itself. */
async function untilListening(pool: pg.Pool, name: string): Promise<void> {
  const deadline = performance.now() + listeningWithinMs
  while (performance.now() < deadline) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where application_name = $1 and query like 'LISTEN %'`,
      [name],
    )
    if (rowCount) return
    await setTimeout(10)
  }
  throw new Error('PostgreSQL does not let the sockets listen')
}
