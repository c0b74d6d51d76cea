import { onTestFailed, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { toAdapterOptions } from '#server/kit/live/sockets.ts'
import { createTestDatabase, type TestDatabase } from './databases/database.ts'
import {
  keepServer,
  reuseServer,
  type TestServer,
  type TestSettings,
} from './processes/kept-servers.ts'

/** Noon of a Monday in New York, the school's time zone in tests. */
export const monday = Date.parse('2026-03-02T17:00:00Z')

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** The settings of a test's server. */
export const defaultSettings: Context['settings'] = {
  appUrl: 'http://weekward.test',
  timeZone: 'America/New_York',
  rateLimit: false,
  trustProxy: [],
  demo: false,
  iceServers: [],
  turn: undefined,
  schoolName: 'Weekward',
  schoolLogo: undefined,
  language: 'en',
  phoneNumbers: 'ten-digits',
  smtpUrl: undefined,
  mailFrom: 'Weekward <office@weekward.test>',
  bookableDays: 3,
  planEarliestDays: 2,
  planNoticeHours: 12,
  holidays: [],
  pushTestOrigin: undefined,
  webhookTestOrigin: undefined,
  oidc: undefined,
  calendarTestOrigin: undefined,
  securityContact: undefined,
  // A path that cannot be created, not even by root.
  dataDir: '/dev/null/nowhere',
  database: { kind: 'sqlite', file: '/dev/null/nowhere/weekward.db' },
  backup: { dir: undefined, keep: 14, key: undefined },
  trailDays: 730,
  callRecordDays: 730,
  given: {},
  schoolVersion: 0,
}

/**
 * A running app on a new database, with a clock that stands still until the test moves it. Closed
 * when the test ends. Unless it is to be `unused`, as servers with settings or a database of their own
 * are by default, it may have served an earlier test.
 */
export async function startApp(
  settings: TestSettings = {},
  {
    on,
    unused = Object.keys(settings).length > 0 || on !== undefined,
    ...options
  }: ServerOptions & { on?: Promise<TestDatabase>; unused?: boolean } = {},
) {
  const database = await (on ?? createTestDatabase())
  const fresh = prepareServer(database, settings)
  const canShare = !unused && Object.keys(options).length === 0
  const server =
    (canShare && (await reuseServer(settings, fresh))) || (await buildServer(fresh, options))
  const { app, context, time, errors } = server
  onTestFinished(async ({ task }) => {
    const mayStillWork = task.result?.state === 'fail' || app.server.listening
    if (canShare && !mayStillWork) return keepServer(settings, server)
    await app.close()
    await database.drop()
  })
  // Replies contain no internal errors. This prints them for failed tests.
  onTestFailed(() => {
    for (const line of errors) process.stderr.write(line)
  })

  /** Makes a call as the page does, optionally with a session's token. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string | undefined; key?: string },
  ): Promise<Reply<z.output<E['reply']>>> {
    return send(endpoint.method, toUrl(endpoint, input.params ?? {}, input.query ?? {}), input)
  }

  /** Makes an arbitrary call, also with input that the types do not allow. */
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
    const isFile = String(answer.headers['content-type']).startsWith('text/')
    // A file's text is the body that a test of it expects.
    const read = isFile ? (answer.body as T) : answer.json<T>()
    return { status: answer.statusCode, headers: answer.headers, body: read }
  }

  /** Reads all pages of a list by their `Link` headers. */
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

type ServerOptions = Pick<AppOptions, 'limits' | 'metricsToken' | 'corsOrigins'> & {
  sockets?: boolean
}

function prepareServer(database: TestDatabase, settings: TestSettings): Omit<TestServer, 'app'> {
  const time = { now: monday }
  const context: Context = {
    db: database.db,
    clock: () => time.now,
    live: noLive,
    settings: { ...defaultSettings, database: database.address, ...settings },
  }
  return { context, settings: context.settings, time, errors: [], database }
}

async function buildServer(
  prepared: Omit<TestServer, 'app'>,
  { sockets = false, limits, ...options }: ServerOptions,
): Promise<TestServer> {
  const { context, errors, database } = prepared
  const app = await buildApp(context, {
    log: { level: 'error', stream: { write: (line: string) => errors.push(line) } },
    ...options,
    // Injected calls run within one turn of the event loop, so none is late. Plans are optimal on
    // any machine.
    limits: {
      callWaitsMs: Number.POSITIVE_INFINITY,
      planMs: Number.POSITIVE_INFINITY,
      ...limits,
    },
    ...(sockets ? { sockets: toAdapterOptions(database.address) } : {}),
  })
  // Waits for the server's start-up work.
  await app.ready()
  return { ...prepared, app }
}

export type Reply<T> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: T
}
