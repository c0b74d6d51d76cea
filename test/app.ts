import { onTestFailed, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { addressOf, type Endpoint, type InputOf } from '#contract/kit/endpoint.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import { isOpen } from '#server/database/engines/postgres.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live.ts'
import { socketsOver } from '#server/kit/live/sockets.ts'
import { freshDatabase, type TestDatabase } from './databases/database.ts'
import { type BuiltApp, keepApp, takeApp } from './kept-apps.ts'

/** Noon of a Monday in New York, the zone of the school in the tests. */
export const monday = Date.parse('2026-03-02T17:00:00Z')

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** What the server of a test is told unless the test says otherwise. */
export const usualSettings: Context['settings'] = {
  appUrl: 'http://weekward.test',
  timeZone: 'America/New_York',
  rateLimit: false,
  trustProxy: [],
  demo: false,
  iceServers: [],
  turn: undefined,
  schoolName: 'Weekward',
  schoolLogo: undefined,
  smtpUrl: undefined,
  mailFrom: 'Weekward <office@weekward.test>',
  pushTestOrigin: undefined,
  dataDir: '/nowhere',
  database: { kind: 'sqlite', file: '/nowhere/weekward.db' },
  backup: { dir: undefined, keep: 14, key: undefined },
  trailDays: 730,
  callRecordDays: 730,
  given: {},
  schoolVersion: 0,
}

type Options = Pick<AppOptions, 'limits' | 'metricsToken' | 'corsOrigins'> & {
  sockets?: boolean
  on?: Promise<TestDatabase>
}

/**
 * A running app on a fresh database, and a clock that stands still until it is moved. When the test
 * is over it goes, or is left to the next test of the file that asks for the same: to build one
 * takes longer than most tests.
 */
export async function startApp(
  settings: Partial<Context['settings']> = {},
  { on = freshDatabase(), ...options }: Options = {},
) {
  const database = await on
  const time = { now: monday }
  const own: Context = {
    db: database.db,
    clock: () => time.now,
    live: noLive,
    settings: { ...usualSettings, database: database.address, ...settings },
  }
  // What counts calls goes on counting from test to test.
  const isAlone = settings.rateLimit === true || Object.keys(options).length > 0
  const key = isAlone ? undefined : JSON.stringify(settings)
  const left = key === undefined ? undefined : await takeApp(key, own)
  const built = left ?? (await build(own, database, options))
  const { app, context, errors } = built
  onTestFinished(async () => {
    const isLeft = key !== undefined && (await canGoOn(built))
    if (isLeft) keepApp(key, built)
    else await app.close()
    await database.drop()
  })
  // Callers are told nothing of an error inside: whoever looks for it finds it here.
  onTestFailed(() => {
    for (const line of errors) process.stderr.write(line)
  })

  /** Makes a call as the page would, with the token of a session if there is one. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: Partial<InputOf<E>> & { token?: string | undefined; key?: string },
  ): Promise<Reply<z.output<E['reply']>>> {
    return send(endpoint.method, addressOf(endpoint, input.params ?? {}, input.query ?? {}), input)
  }

  /** Makes any call at all, for input that the types would not let through. */
  async function send<T = unknown>(
    method: Endpoint['method'],
    url: string,
    { token, body, key }: { token?: string | undefined; body?: unknown; key?: string } = {},
  ): Promise<Reply<T>> {
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  /** Reads a list to its end, following the `Link` headers. */
  async function readPages<T>(first: string, token: string): Promise<T[][]> {
    const pages: T[][] = []
    let url: string | undefined = first
    while (url) {
      const page: Reply<T[]> = await send<T[]>('GET', url, { token })
      pages.push(page.body)
      url = String(page.headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
    }
    return pages
  }

  return { app, context, time, errors, address: database.address, call, send, readPages }
}

/** Builds an app; what a server does at its start is over then. */
async function build(
  context: Context,
  database: TestDatabase,
  { sockets = false, limits = {}, metricsToken, corsOrigins = [] }: Options,
): Promise<BuiltApp> {
  const errors: string[] = []
  const app = await buildApp(context, {
    log: { level: 'error', stream: { write: (line: string) => errors.push(line) } },
    corsOrigins,
    // Injected calls follow each other within one turn of the event loop: none of them is late.
    metricsToken,
    limits: { callWaitsMs: Number.POSITIVE_INFINITY, ...limits },
    ...(sockets ? { sockets: socketsOver(database.address) } : {}),
  })
  await app.ready()
  return { app, context, errors }
}

/** Whether a test has left an app as it was: it does not listen, and the database is still open. */
async function canGoOn({ app, context }: BuiltApp): Promise<boolean> {
  return !app.server.listening && (await isOpen(context.db))
}

export type Reply<T> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: T
}
