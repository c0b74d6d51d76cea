import { describe, expect, test } from 'vitest'
import { makePerson } from '#test/factories.ts'
import { printLine } from '#test/print-line.ts'
import { findInconsistencies } from '#test/schools/checks/find-inconsistencies.ts'
import { findUnmailed, waitUntilNothingDue } from '#test/schools/checks/find-unmailed.ts'
import {
  makeSchoolDatabase,
  makeSender,
  startServer,
  startTestCluster,
} from '#test/schools/real-school.ts'
import { makeSeededRandom } from '#test/schools/seeded-random.ts'
import { bookAtRandom } from './book-at-random.ts'
import { generateSlotsTogether, openGeneratorContexts } from './generate-slots-together.ts'
import { accountScenes } from './people/account-scenes.ts'
import { enrolmentScenes } from './people/enrolment-scenes.ts'
import { runPeopleRace } from './people/run-people-race.ts'
import { filterEntries, type Race } from './race-log.ts'
import { raceProfileCompletion } from './race-profile-completion.ts'
import type { RaceSchool } from './race-school.ts'
import { runRace } from './run.ts'
import { checkReminders, makeDueReminderScene } from './scenes/reminder-scenes.ts'
import { makeStampedeScene, races } from './scenes/scenes.ts'
import { makeBookAllScene } from './scenes/slot-scenes.ts'

const clients = 500
const stampedes = 5
/** ROUNDS sets another number, for a quick or a very long run. */
const rounds = Number(process.env.ROUNDS ?? 30)
const roamMs = 20_000

type Setup = { database: 'SQLite' | 'PostgreSQL'; processes: number }

/** A school on real server processes, which are called in turn. */
async function makeCourse({ database, processes }: Setup): Promise<RaceSchool> {
  const cluster = database === 'PostgreSQL' ? await startTestCluster() : undefined
  const { context, settings } = await makeSchoolDatabase(cluster)
  const admin = await makePerson({ context }, 'admin')
  const onlooker = await makePerson({ context }, 'advisor')
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(settings)))
  return { context, send: makeSender(servers), random: makeSeededRandom(), admin, onlooker }
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
      const { race, violations } = await runRace(course, makeStampedeScene(clients))
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
    'of 50 plans': { '50 advisors who book all at once': makeBookAllScene(50, 12) },
  }

  test.each(Object.entries(all))('every race %s ends correctly each time', async (_, scenes) => {
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
    await waitUntilNothingDue(course.context.db, course.context.clock)
    expect(await findUnmailed(course.context.db, course.context.clock())).toEqual([])
    expect(await findInconsistencies(course.context.db)).toEqual([])
  })

  const peopleScenes = { ...accountScenes, ...enrolmentScenes }

  test.each(Object.entries(peopleScenes))('%s ends correctly each time', async (what, scene) => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round++) {
      expect(await runPeopleRace(course, scene), what).toEqual([])
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
      const { race, violations } = await runRace(course, makeDueReminderScene(course.random))
      expect(violations).toEqual([])
      expect(await checkReminders(course, race)).toEqual([])
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
    const cluster = setup.database === 'PostgreSQL' ? await startTestCluster() : undefined
    const { context, address } = await makeSchoolDatabase(cluster)
    const makers = openGeneratorContexts(context, address)
    for (let round = 0; round < rounds; round++) {
      const { made, wanted } = await generateSlotsTogether(context, makers)
      expect(made).toEqual(wanted)
    }
  })

  test('students who join while the only advisor is unblocked are assigned to them', async () => {
    const course = await makeCourse(setup)
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round++) {
      expect(await raceProfileCompletion(course, course.onlooker)).toEqual([])
    }
    expect(await findInconsistencies(course.context.db)).toEqual([])
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printLine(`arrivals against unblock, ${name}: ${rounds} rounds, ${seconds} s`)
  })
})
