import { readFileSync } from 'node:fs'
import { getFeedPath } from '#contract/calendar/feed.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { feedDays } from '#contract/limits/calendar.ts'
import { type Role, roles } from '#contract/roles.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import { type BenchSchool, openSchool } from '../schools/schools.ts'
import { type BenchServer, startWeekward } from '../servers/servers.ts'

const students = 2_000
const rounds = 5
const asksARound = 200
const msAllowed = 2

/**
 * The CPU time of calendar feeds with the most entries in a school of 2,000 students, with
 * conditional and with full requests. A change is rendered once, at the first request after it.
 */
export const calendarFeeds: Benchmark = {
  name: 'feed',
  async measure() {
    const figures: Figure[] = []
    const school = await openSchool('sqlite', students)
    const server = await startWeekward(school)
    try {
      for (const role of roles) figures.push(...(await measureRole(school, server, role)))
    } finally {
      await server.stop()
      await school.remove()
    }
    return figures
  },
}

async function measureRole(
  school: BenchSchool,
  server: BenchServer,
  role: Role,
): Promise<Figure[]> {
  const secret = newSecret()
  const person_id = await busiest(school, role)
  const row = { person_id, secret_hash: hashSecret(secret), made_at: Date.now() }
  await school.context.db.insertInto('calendar_feeds').values(row).execute()
  const url = server.url + getFeedPath(secret)
  const first = await fetch(url)
  const tag = first.headers.get('etag') ?? ''
  const entries = (await first.text()).split('BEGIN:VEVENT').length - 1
  const what = `the feed of the busiest ${role}, ${entries} entries`
  return [
    await measureAsks(`${what}: unchanged`, server, () => ask(url, 304, { 'if-none-match': tag })),
    await measureAsks(`${what}: unchanged, without a tag`, server, () => ask(url, 200, {})),
  ]
}

async function ask(url: string, status: number, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(url, { headers })
  if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}`)
  await reply.arrayBuffer()
}

async function measureAsks(
  what: string,
  server: BenchServer,
  asked: () => Promise<void>,
): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = busyMs(server)
    for (let k = 0; k < asksARound; k++) await asked()
    // The first round is a warm-up.
    if (round > 0) times.push((busyMs(server) - before) / asksARound)
  }
  return {
    what,
    ours: `${median(times).toFixed(2)} ms`,
    beside: `${msAllowed} ms allowed`,
    ratios: times.map((ms) => ms / msAllowed),
    aim: { atMost: 1 },
  }
}

/** The CPU time (ms) of a process, from Linux's hundredths of a second. */
function busyMs({ pid }: BenchServer): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The person with the most booked reviews; any admin. */
async function busiest({ context: { db } }: BenchSchool, role: Role): Promise<string> {
  if (role === 'admin') {
    const { id } = await db
      .selectFrom('people')
      .select('id')
      .where('role', '=', role)
      .executeTakeFirstOrThrow()
    return id
  }
  const column = `${role}_id` as const
  const found = await db
    .selectFrom('reviews')
    .select(`${column} as id`)
    .where('held_at', '>', Date.now() - feedDays * dayMs)
    .groupBy(column)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return found.id ?? ''
}
