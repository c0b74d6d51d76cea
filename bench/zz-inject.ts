// in-process HTTP load against app for profiling: server here, load in a child
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDatabase } from '#server/kit/database.ts'
import { noLive } from '#server/kit/live.ts'
import { openSession } from '#server/kit/session.ts'
import { readSettings } from '#server/kit/settings.ts'

const settings = readSettings({
  DATA_DIR: '/tmp/prof/school',
  RATE_LIMIT: 'off',
  TIME_ZONE: 'UTC',
  DEMO: 'off',
  ...(process.env.PG ? { DATABASE_URL: process.env.PG } : {}),
})
const db = openDatabase(settings.database)
const context = { db, clock: systemClock, live: noLive, settings }
const a = await db
  .selectFrom('reviews')
  .select('advisor_id')
  .where('advisor_id', 'is not', null)
  .groupBy('advisor_id')
  .orderBy(({ fn }) => fn.countAll(), 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const token = await openSession(context, a.advisor_id ?? '')
const { createWriteStream } = await import('node:fs')
const app = await buildApp(context, {
  log: { level: 'info', stream: createWriteStream('/dev/null') },
})
let n = 0
app.addHook('onResponse', async () => {
  n++
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const run = (s: number) =>
  new Promise((r) =>
    spawn(
      process.execPath,
      [
        'node_modules/autocannon/autocannon.js',
        '-c',
        '10',
        '-d',
        String(s),
        '-H',
        `authorization=${token}`,
        url + (process.argv[2] ?? ''),
      ],
      { stdio: 'ignore' },
    ).once('exit', r),
  )
await run(3)

import { PerformanceObserver } from 'node:perf_hooks'

let gc = 0,
  gcs = 0
new PerformanceObserver((l) => {
  for (const e of l.getEntries()) {
    gc += e.duration
    gcs++
  }
}).observe({ entryTypes: ['gc'] })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 250 })
await session.post('Profiler.start')
n = 0
const cpu = process.cpuUsage()
await run(5)
const used = process.cpuUsage(cpu)
const { profile } = await session.post('Profiler.stop')
writeFileSync('/tmp/prof/inject.cpuprofile', JSON.stringify(profile))
console.log(n, 'requests', ((used.user + used.system) / n).toFixed(0), 'us cpu each')
console.log('gc ms', gc, gcs, ((gc * 1000) / n).toFixed(0), 'us per request')
writeFileSync('/tmp/prof/n', String(n))
process.exit(0)
