import { onTestFailed, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live.ts'
import { toSocketOptions } from '#server/kit/live/sockets.ts'
import { freshDatabase, type TestDatabase } from './databases/database.ts'

/** Noon of a Monday in New York, the zone of the school in the tests. */
export const monday = Date.parse('2026-03-02T17:00:00Z')

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** What the server of a test is told unless the test says otherwise. */
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
  pushTestOrigin: undefined,
  securityContact: undefined,
  // A folder that nobody can make, root neither.
  dataDir: '/dev/null/nowhere',
  database: { kind: 'sqlite', file: '/dev/null/nowhere/weekward.db' },
  backup: { dir: undefined, keep: 14, key: undefined },
  trailDays: 730,
  callRecordDays: 730,
  given: {},
  schoolVersion: 0,
}

/**
 * A running app on a fresh database, and a clock that stands still until it is moved. It goes
 * when the test is over.
 */
export async function startApp(
  settings: Partial<Context['settings']> = {},
  {
    sockets = false,
    limits = {},
    metricsToken,
    corsOrigins = [],
    on = freshDatabase(),
  }: Pick<AppOptions, 'limits' | 'metricsToken' | 'corsOrigins'> & {
    sockets?: boolean
    on?: Promise<TestDatabase>
  } = {},
) {
  const database = await on
  const time = { now: monday }
  const context: Context = {
    db: database.db,
    clock: () => time.now,
    live: noLive,
    settings: { ...defaultSettings, database: database.address, ...settings },
  }
  const errors: string[] = []
  const app = await buildApp(context, {
    log: { level: 'error', stream: { write: (line: string) => errors.push(line) } },
    corsOrigins,
    // Injected calls follow each other within one turn of the event loop: none of them is late. A plan
    // is the best one, however busy the machine is.
    metricsToken,
    limits: {
      ...{ callWaitsMs: Number.POSITIVE_INFINITY, planMs: Number.POSITIVE_INFINITY },
      ...limits,
    },
    ...(sockets ? { sockets: toSocketOptions(database.address) } : {}),
  })
  onTestFinished(async () => {
    await app.close()
    await database.drop()
  })
  // Callers are told nothing of an error inside: whoever looks for it finds it here.
  onTestFailed(() => {
    for (const line of errors) process.stderr.write(line)
  })
  // What a server does at its start is over before the test begins.
  await app.ready()

  /** Makes a call as the page would, with the token of a session if there is one. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string | undefined; key?: string },
  ): Promise<Reply<z.output<E['reply']>>> {
    return send(endpoint.method, toUrl(endpoint, input.params ?? {}, input.query ?? {}), input)
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

export type Reply<T> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: T
}
