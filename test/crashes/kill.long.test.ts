import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { pickOne, type Random, randomBoolean, randomInteger } from '#seed/random.ts'
import { printLine } from '#test/print-line.ts'
import { startTestCluster } from '#test/schools/real-school.ts'
import { makeSeededRandom } from '#test/schools/seeded-random.ts'
import { countRepeatedMails } from './mails.ts'
import { type Erasure, findTraces, makePeopleWork } from './people/import-and-erase.ts'
import { makeCrashSchool } from './school.ts'

const timeout = 20 * minuteMs
const breakWithinMs = 1_500
/** About the time in which the writers import and erase. */
const breakImportWithinMs = 400
/** About the time a start takes. */
const startMs = 1_500

/** The moment to break something: mostly at random, often right after a mail was sent. */
const pickMoment = (random: Random) =>
  randomBoolean(random, 0.3) ? 'mail' : randomInteger(random, 0, breakWithinMs)

type School = Awaited<ReturnType<typeof makeCrashSchool>>

async function figures(name: string, startedAt: number, school: School): Promise<string> {
  const { desk, runs, pushRuns } = school
  const count = (all: { arrived: unknown[] }[]) =>
    all.reduce((sum, { arrived }) => sum + arrived.length, 0)
  const { events, repeated } = await school.checkEvents()
  return [
    `${name}: ${desk.count.acknowledged} acknowledged changes, ${desk.count.repeated} made again`,
    `${await school.checkMails()} emails, ${count(runs)} arrivals, ${countRepeatedMails(runs)} emails twice`,
    `${events} events for a webhook, all there and in order, ${repeated} again with the same id`,
    `${await school.checkNotices()} notices, ${count(pushRuns)} pushes, ${countRepeatedMails(pushRuns)} twice`,
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  ].join(', ')
}

/** KILLS sets another number, for a quick or a very long run. */
const killsOr = (defaultKills: number) => Number(process.env.KILLS ?? defaultKills)

test('SQLite: killing a busy server 50 times loses nothing, applies nothing partly and notifies once', {
  timeout,
}, async () => {
  const kills = killsOr(50)
  const random = makeSeededRandom()
  const school = await makeCrashSchool(random)
  const startedAt = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    if (randomBoolean(random, 0.1)) await school.startAndKill(randomInteger(random, 0, startMs))
    await school.start()
    await school.write(pickMoment(random), () => school.end('SIGKILL'))
  }
  await school.sendTheRest()
  expect(school.desk.count.acknowledged).toBeGreaterThan(kills)
  printLine(await figures(`SQLite, server killed ${kills} times`, startedAt, school))
})

test.each(['SQLite', 'PostgreSQL'])(
  '%s: an import, its undo and an erasure are done or not when the server is killed',
  {
    timeout,
  },
  async (database) => {
    const kills = killsOr(12)
    const random = makeSeededRandom()
    const cluster = database === 'SQLite' ? undefined : await startTestCluster({ durable: true })
    const erasures: Erasure[] = []
    const school = await makeCrashSchool(random, cluster, makePeopleWork(erasures))
    const startedAt = performance.now()
    for (let kill = 0; kill < kills; kill++) {
      await school.start()
      expect(await school.inDatabase((context) => findTraces(context, erasures))).toEqual([])
      await school.write(randomInteger(random, 0, breakImportWithinMs), () => school.end('SIGKILL'))
    }
    await school.sendTheRest()
    expect(await school.inDatabase((context) => findTraces(context, erasures))).toEqual([])
    expect(school.desk.count.acknowledged).toBeGreaterThan(kills)
    printLine(await figures(`${database}, killed ${kills} times in imports`, startedAt, school))
  },
)

test('PostgreSQL: nothing is lost when Weekward, the database or both are killed, 10 times each', {
  timeout,
}, async () => {
  const rounds = killsOr(10)
  const random = makeSeededRandom()
  const cluster = await startTestCluster({ durable: true })
  const school = await makeCrashSchool(random, cluster)
  const startedAt = performance.now()
  let together = 0
  for (let round = 0; round < rounds; round++) {
    await school.start()
    await school.write(pickMoment(random), () => school.end('SIGKILL'))
    await school.start()

    const how = pickOne(random, ['SIGKILL', 'immediate'] as const)
    const withServer = randomBoolean(random, 0.5)
    await school.write(pickMoment(random), async () => {
      await cluster.crash(how)
      if (withServer) await school.end('SIGKILL')
    })
    if (!withServer) school.closePushes(true)
    cluster.start()
    if (withServer) {
      together++
      continue
    }
    // The server must reconnect by itself.
    await school.untilReady()
    await school.check()
    await school.end('SIGTERM')
  }
  await school.sendTheRest()
  expect(school.desk.count.acknowledged).toBeGreaterThan(rounds)
  const name = `PostgreSQL killed ${rounds} times, server ${rounds + together} times`
  printLine(await figures(name, startedAt, school))
})
