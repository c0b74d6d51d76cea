import { describe, expect, test } from 'vitest'
import { makePerson } from '#test/factories.ts'
import { findInconsistencies } from '#test/schools/checks/find-inconsistencies.ts'
import { allTaken, findUnmailed } from '#test/schools/checks/mailed.ts'
import { clusterForTest, makeRealSchool, sendTo, startServer } from '#test/schools/real-school.ts'
import { startRandom } from '#test/schools/start-random.ts'
import { printLine } from '#test/steps.ts'
import { bookAtRandom } from './book-at-random.ts'
import type { Course } from './course.ts'
import { filterEntries, type Race } from './ledger.ts'
import { makeTogether, startMakers } from './make-together.ts'
import { courseScenes } from './people/course-scenes.ts'
import { newcomerScenes } from './people/newcomer-scenes.ts'
import { raceOnce } from './people/race-once.ts'
import { runRace } from './run.ts'
import { runTogether } from './run-together.ts'
import { dueReminders, wrongReminders } from './scenes/reminder-scenes.ts'
import { races, stampede } from './scenes/scenes.ts'
import { planAgainstPlan } from './scenes/slot-scenes.ts'

const clients = 500
const stampedes = 5
/** ROUNDS sets another number, for a quick or a very long run. */
const rounds = Number(process.env.ROUNDS ?? 100)
const roamMs = 20_000

type Setup = { database: 'SQLite' | 'PostgreSQL'; processes: number }

/** A school on real server processes, which are called in turn. */
async function makeCourse({ database, processes }: Setup): Promise<Course> {
  const cluster = database === 'PostgreSQL' ? await clusterForTest() : undefined
  const { context, settings } = await makeRealSchool(cluster)
  const admin = await makePerson({ context }, 'admin')
  const onlooker = await makePerson({ context }, 'advisor')
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(settings)))
  return { context, send: sendTo(servers), random: startRandom(), admin, onlooker }
}

function figures(name: string, startedAt: number, races: Race[]): string {
  const count = (call: 'book' | 'follow', status: number) =>
    filterEntries(entries, call).filter((entry) => entry.status === status).length
  const entries = races.flatMap(({ log }) => log)
  const turnedAway = entries.reduce((sum, entry) => sum + (entry.turnedAway ?? 0), 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return [
    `${name}: ${races.length} rounds, ${entries.length} calls, ${count('book', 200)} bookings`,
    `${count('book', 409)} refused with 409, ${count('follow', 200)} reviews concluded`,
    `${turnedAway} times too busy, ${seconds} s`,
  ].join(', ')
}

describe.each<Setup>([
  { database: 'SQLite', processes: 1 },
  { database: 'PostgreSQL', processes: 1 },
  { database: 'PostgreSQL', processes: 3 },
])('on $database with $processes processes', { timeout: 400_000 }, (setup) => {
  const name = `${setup.database} × ${setup.processes}`

  test('if 500 advisors book one slot at once, one gets it and the others get 409', async () => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    const races: Race[] = []
    for (let round = 0; round < stampedes; round++) {
      const { race, violations } = await runRace(course, stampede(clients))
      expect(violations).toEqual([])
      const statuses = race.log.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array(clients - 1).fill(409)])
      races.push(race)
    }
    expect(await findInconsistencies(course.context.db)).toEqual([])
    printLine(figures(`stampede of ${clients}, ${name}`, startedAt, races))
  })

  test('50 advisors book and free 300 slots at random for 20 seconds', async () => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    const { race, violations } = await bookAtRandom(course, roamMs)
    expect(violations).toEqual([])
    expect(await findInconsistencies(course.context.db)).toEqual([])
    printLine(figures(`50 advisors at random, ${name}`, startedAt, [race]))
  })

  const all = {
    ...races,
    'of 50 plans': { '50 advisors who book all at once': planAgainstPlan(50, 12) },
  }

  test.each(Object.entries(all))('100 rounds of every race %s end correctly', async (_, scenes) => {
    const course = await makeCourse(setup)
    for (const [what, scene] of Object.entries(scenes)) {
      const startedAt = performance.now()
      const races: Race[] = []
      for (let round = 0; round < rounds; round++) {
        const { race, violations } = await runRace(course, scene)
        expect(violations, what).toEqual([])
        races.push(race)
      }
      printLine(figures(`${what}, ${name}`, startedAt, races))
    }
    await allTaken(course.context.db, course.context.clock)
    expect(await findUnmailed(course.context.db, course.context.clock())).toEqual([])
    expect(await findInconsistencies(course.context.db)).toEqual([])
  })

  const peopleScenes = { ...newcomerScenes, ...courseScenes }

  test.each(Object.entries(peopleScenes))('100 rounds of %s end correctly', async (what, scene) => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round++) {
      expect(await raceOnce(course, scene), what).toEqual([])
    }
    expect(await findInconsistencies(course.context.db)).toEqual([])
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printLine(`${what}, ${name}: ${rounds} rounds, ${seconds} s`)
  })

  test('a reminder due while its review is moved, cancelled or decided is sent before or never', async () => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    const all: Race[] = []
    for (let round = 0; round < rounds; round++) {
      const { race, violations } = await runRace(course, dueReminders(course.random))
      expect(violations).toEqual([])
      expect(await wrongReminders(course, race)).toEqual([])
      all.push(race)
    }
    const { db, clock } = course.context
    expect(await findUnmailed(db, clock())).toEqual([])
    const reminded = db.selectFrom('notifications').select('id').where('kind', '=', 'reminder-hour')
    const count = (await reminded.execute()).length
    printLine(
      `${count} were reminded, ${figures(`reminders against changes, ${name}`, startedAt, all)}`,
    )
  })

  test('if three processes generate a reviewer’s slots at once, each slot exists once', async () => {
    const cluster = setup.database === 'PostgreSQL' ? await clusterForTest() : undefined
    const { context, address } = await makeRealSchool(cluster)
    const makers = startMakers(context, address)
    for (let round = 0; round < rounds; round++) {
      const { made, wanted } = await makeTogether(context, makers)
      expect(made).toEqual(wanted)
    }
  })

  test('students who join while the only advisor is unblocked are assigned to them', async () => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round++) {
      expect(await runTogether(course, course.onlooker)).toEqual([])
    }
    expect(await findInconsistencies(course.context.db)).toEqual([])
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printLine(`arrivals against unblock, ${name}: ${rounds} rounds, ${seconds} s`)
  })
})
