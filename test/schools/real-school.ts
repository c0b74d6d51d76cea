import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { type DatabaseAddress, openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { type Cluster, startCluster } from '../databases/postgres.ts'
import { makeDatabaseIn } from '../databases/postgres-database.ts'
import type { TestProcess } from '../processes/process.ts'
import { startScript } from './school-under-writes.ts'

/** The base URL of links in these schools. */
const appUrl = 'http://weekward.test'

const answerWithinMs = 30_000

/** An empty, migrated database with the settings of a server on it. */
export async function makeSchoolDatabase(cluster?: Cluster) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-school-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const url = cluster && (await makeDatabaseIn(cluster))
  const address: DatabaseAddress = url
    ? { kind: 'postgres', url }
    : { kind: 'sqlite', file: join(dataDir, 'weekward.db') }
  const db = openDatabase(address)
  onTestFinished(() => db.destroy())
  await migrate(db)
  const context: Context = {
    db,
    clock: systemClock,
    live: noLive,
    settings: {
      appUrl,
      timeZone: 'UTC',
      rateLimit: false,
      trustProxy: [],
      demo: false,
      iceServers: [],
      turn: undefined,
      trailDays: 730,
      callRecordDays: 730,
      schoolName: 'Weekward',
      schoolLogo: undefined,
      smtpUrl: undefined,
      bookableDays: 3,
      planEarliestDays: 2,
      planNoticeHours: 12,
      holidays: [],
      language: defaultSortingLanguage,
      phoneNumbers: 'ten-digits',
      mailFrom: 'Weekward <office@weekward.test>',
      securityContact: undefined,
      pushTestOrigin: undefined,
      webhookTestOrigin: undefined,
      oidc: undefined,
      calendarTestOrigin: undefined,
      given: {},
      schoolVersion: 0,
      dataDir,
      database: address,
      backup: { dir: undefined, keep: 14, key: undefined },
    },
  }
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMIT: 'off',
    ICE_SERVERS: 'none',
    TIME_ZONE: 'UTC',
    APP_URL: appUrl,
    ...(url && { DATABASE_URL: url }),
  }
  return { context, settings, address }
}

/** A cluster for one test. */
export async function startTestCluster(options?: Parameters<typeof startCluster>[0]) {
  const cluster = await startCluster(options)
  onTestFinished(() => cluster.stop())
  return cluster
}

export type RealServer = { process: TestProcess; url: string }

/** Starts a server and waits until it is ready. */
export async function startServer(settings: NodeJS.ProcessEnv): Promise<RealServer> {
  const process = startScript('server/main.ts', [], settings)
  return { process, url: await process.line(/^weekward ready on (.+)$/) }
}

/** Sends calls to these servers in turn. Returns undefined without a reply. */
export function makeSender(servers: Pick<RealServer, 'url'>[]) {
  let turn = 0
  return async (
    method: Endpoint['method'],
    path: string,
    { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
  ): Promise<{ status: number; body: unknown } | undefined> => {
    const base = servers[turn++ % servers.length]?.url
    const headers = {
      ...(token && { authorization: token }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const ask = async () => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(answerWithinMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    try {
      return await ask()
    } catch (error) {
      // After a long pause connections were closed as idle: reads are retried.
      if (method !== 'GET' || !isClosed(error)) return undefined
      return ask().catch(() => undefined)
    }
  }
}

/** Whether a connection was closed before a complete reply. */
function isClosed(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
}
