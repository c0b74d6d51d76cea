import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import { countConnections } from '#server/database/engines/postgres.ts'
import { getToken } from '../call/session/request-session.ts'
import type { Context } from '../context.ts'
import { hashSecret } from '../id.ts'
import { countWaitingMail } from '../mail/queries.ts'
import { version } from './version.ts'

/** Metrics of other parts of the server. */
export type MetricSources = {
  callsUnderWay: () => number
  sockets: () => number
  isDatabaseDown: () => boolean
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'
/** The upper bounds of the histogram's buckets, in seconds. */
const classes = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Calls = { count: number; seconds: number; upTo: number[] }

/**
 * Serves /metrics in Prometheus' text format to clients with METRICS_TOKEN as bearer token. Routes
 * appear as patterns, never as URLs.
 */
export function serveMetrics(
  app: FastifyInstance,
  context: Context,
  token: string,
  counted: MetricSources,
): void {
  const calls = new Map<string, Calls>()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })

  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const key = labels({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: statusCode,
    })
    const seconds = elapsedTime / secondMs
    const found = calls.get(key) ?? { count: 0, seconds: 0, upTo: classes.map(() => 0) }
    found.count += 1
    found.seconds += seconds
    found.upTo = found.upTo.map((count, at) => (seconds <= (classes[at] ?? 0) ? count + 1 : count))
    calls.set(key, found)
  })

  app.get(
    '/metrics',
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      if (!hasToken(request, token))
        return reply.status(401).header('www-authenticate', 'Bearer').send()
      const lines = [
        ...callLines(calls),
        ...processLines(delay),
        ...(await schoolLines(context, counted)),
      ]
      delay.reset()
      return reply.type(contentType).send(`${lines.join('\n')}\n`)
    },
  )
}

/** Compares hashes, so that the time taken reveals nothing about the token. */
function hasToken(request: FastifyRequest, token: string): boolean {
  return hashSecret(getToken(request) ?? '') === hashSecret(token)
}

function callLines(calls: Map<string, Calls>): string[] {
  const name = 'weekward_http_request_duration_seconds'
  return [
    ...describe(name, 'histogram', 'Request duration by method, route and status.'),
    ...[...calls].flatMap(([key, { count, seconds, upTo }]) => [
      ...classes.map((end, at) => `${name}_bucket{${key},le="${end}"} ${upTo[at]}`),
      `${name}_bucket{${key},le="+Inf"} ${count}`,
      `${name}_sum{${key}} ${seconds}`,
      `${name}_count{${key}} ${count}`,
    ]),
  ]
}

type Delay = ReturnType<typeof monitorEventLoopDelay>

function processLines(delay: Delay): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const inSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  const startedAt = performance.timeOrigin / secondMs
  const p50 = inSeconds(delay.percentile(50))
  const p99 = inSeconds(delay.percentile(99))
  const lag = 'Median event loop delay since the last scrape.'
  return [
    ...describe('weekward_build_info', 'gauge', 'Always 1; the version is its label.'),
    `weekward_build_info{${labels({ version })}} 1`,
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    ...describe('process_cpu_seconds_total', 'counter', 'Processor time used.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...gauge('process_start_time_seconds', 'Start time since the Unix epoch.', startedAt),
    ...gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', heapUsed),
    ...gauge('nodejs_eventloop_lag_p50_seconds', lag, p50),
    ...gauge(
      'nodejs_eventloop_lag_p99_seconds',
      '99th percentile of the event loop delay since the last scrape.',
      p99,
    ),
  ]
}

async function schoolLines({ db }: Context, counted: MetricSources): Promise<string[]> {
  const { all, idle, waiting } = countConnections(db)
  const isAway = counted.isDatabaseDown()
  const mails = isAway ? undefined : await countWaitingMail(db).catch(() => undefined)
  const calls = counted.callsUnderWay()
  const unsent = 'Emails that are still to be sent.'
  return [
    ...gauge('weekward_calls_under_way', 'Requests in progress.', calls),
    ...gauge('weekward_sockets', 'Open sockets of pages.', counted.sockets()),
    ...gauge('weekward_database_up', '1 while the database answers.', isAway ? 0 : 1),
    ...gauge('weekward_database_connections', 'Connections to the database.', all),
    ...gauge('weekward_database_connections_idle', 'Idle connections to the database.', idle),
    ...gauge('weekward_database_waiting', 'Queries waiting for a connection.', waiting),
    ...(mails ? gauge('weekward_outbox_waiting', unsent, mails.waiting) : []),
  ]
}

function gauge(name: string, help: string, value: number): string[] {
  return [...describe(name, 'gauge', help), `${name} ${value}`]
}

function describe(name: string, kind: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
}

/** Methods, patterns and statuses need no escaping. */
function labels(named: Record<string, string | number>): string {
  return Object.entries(named)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')
}
