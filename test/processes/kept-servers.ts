import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/kit/context.ts'
import type { TestDatabase } from '../databases/database.ts'

/** The settings that differ from the tests' defaults. */
export type TestSettings = Partial<Context['settings']>

export type TestServer = {
  app: FastifyInstance
  context: Context
  /** The object that the server reads its settings from. */
  settings: Context['settings']
  /** What its clock shows. */
  time: { now: number }
  /** The errors that it has logged. */
  errors: string[]
  database: TestDatabase
}

/** The servers of this worker that no test is using, by the settings they were built with. */
const idle = new Map<string, TestServer[]>()

/**
 * Keeps a server for a later test of this worker, as building one takes longer than most tests
 * (decision 183). Its database stays open until then, because the server checks it.
 */
export function keepServer(settings: TestSettings, server: TestServer): void {
  const key = JSON.stringify(settings)
  idle.set(key, [...(idle.get(key) ?? []), server])
}

/** Returns a kept server with these settings, in the state of a new one; undefined if none is idle. */
export async function reuseServer(
  settings: TestSettings,
  fresh: Omit<TestServer, 'app'>,
): Promise<TestServer | undefined> {
  const server = idle.get(JSON.stringify(settings))?.pop()
  if (!server) return undefined
  const { context, settings: kept, time, errors, database } = server
  // The server holds on to these objects, so they are changed in place.
  Object.assign(kept, fresh.settings)
  const clock = () => time.now
  Object.assign(context, { deliveryLoop: undefined, ...fresh.context, clock, settings: kept })
  time.now = fresh.time.now
  errors.length = 0
  await database.drop()
  return { ...server, database: fresh.database }
}
