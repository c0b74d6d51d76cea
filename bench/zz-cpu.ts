import { readFileSync } from 'node:fs'
import { systemClock } from '#server/kit/clock.ts'
import { openDatabase } from '#server/kit/database.ts'
import { noLive } from '#server/kit/live.ts'
import { openSession } from '#server/kit/session.ts'
import { readSettings } from '#server/kit/settings.ts'
import { load } from './load.ts'
import { startBare, startWeekward } from './servers.ts'

const folder = '/tmp/prof/school'
const url = process.env.PG
const environment: Record<string, string> = {
  DATA_DIR: folder,
  PORT: '0',
  DEMO: 'off',
  RATE_LIMIT: 'off',
  TIME_ZONE: 'UTC',
  ...(url ? { DATABASE_URL: url } : {}),
}
const settings = readSettings(environment)
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
const school = {
  kind: url ? 'postgres' : 'sqlite',
  context,
  environment,
  address: url ?? folder + '/weekward.db',
  remove: async () => {},
} as const
const [weekward, bare] = [await startWeekward(school), await startBare(school)]
const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(f[11]) + Number(f[12])) * 10_000
}
async function one(name: string, server: typeof weekward, path: string) {
  const target = { url: server.url + path, token }
  await load(target, { clients: 10, seconds: 1.5 })
  const before = cpu(server.pid!)
  const s = await load(target, { clients: 10, seconds: 1.5 })
  console.log(
    name,
    path,
    s.perSecond.toFixed(0),
    'rps',
    ((cpu(server.pid!) - before) / (s.perSecond * 1.5)).toFixed(0),
    'us cpu/request',
  )
}
await one('ours', weekward, '/advisor/review-list?limit=50')
await one('bare', bare, '/reviews')
await one('ours', weekward, '/advisor/profile')
await one('bare', bare, '/constant?bytes=400')
await one('ours', weekward, '/school')
await Promise.all([weekward.stop(), bare.stop()])
await db.destroy()
