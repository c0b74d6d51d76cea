import { sql } from 'kysely'
import { fillDatabase } from '#seed/fill.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDatabase } from '#server/kit/database.ts'
import { noLive } from '#server/kit/live.ts'
import { migrate } from '#server/kit/migrate.ts'
import { openSession } from '#server/kit/session.ts'
import { readSettings } from '#server/kit/settings.ts'
import { load } from './load.ts'
import { startBare, startWeekward } from './servers.ts'

// node bench/zz-prof.ts sqlite|URL path
const kind = process.argv[2] === 'sqlite' ? 'sqlite' : 'postgres'
const folder = '/tmp/prof/school'

const environment: Record<string, string> = {
  DATA_DIR: folder,
  PORT: '0',
  DEMO: 'off',
  RATE_LIMIT: 'off',
  TIME_ZONE: 'UTC',
  ...(kind === 'postgres' ? { DATABASE_URL: process.argv[2]! } : {}),
}
const settings = readSettings(environment)
const db = openDatabase(settings.database)
await migrate(db)
const context = { db, clock: systemClock, live: noLive, settings }
await fillDatabase(context, { seed: 1, students: 10_000, weeks: { from: 7, to: 12 } })
await sql`analyze`.execute(db)
const a = await db
  .selectFrom('reviews')
  .select('advisor_id')
  .where('advisor_id', 'is not', null)
  .groupBy('advisor_id')
  .orderBy(({ fn }) => fn.countAll(), 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const token = await openSession(context, a.advisor_id!)
const school = {
  kind,
  context,
  environment,
  address: kind === 'sqlite' ? folder + '/weekward.db' : process.argv[2]!,
  remove: async () => {},
} as const
const [weekward, bare] = [await startWeekward(school), await startBare(school)]
const path = process.argv[3] ?? '/advisor/review-list?limit=50'
const ours = { url: weekward.url + path, token }
const other = { url: bare.url + (process.argv[4] ?? '/reviews'), token }
const ratios = []
for (let i = 0; i < 4; i++) {
  const o = await load(ours, { clients: 10, seconds: 1.5 })
  const b = await load(other, { clients: 10, seconds: 1.5 })
  ratios.push(o.perSecond / b.perSecond)
  console.log(
    o.perSecond.toFixed(0),
    b.perSecond.toFixed(0),
    (o.perSecond / b.perSecond).toFixed(2),
    'p99',
    o.p99.toFixed(1),
    b.p99.toFixed(1),
    (o.p99 / b.p99).toFixed(2),
  )
}
await Promise.all([weekward.stop(), bare.stop()])
await db.destroy()
