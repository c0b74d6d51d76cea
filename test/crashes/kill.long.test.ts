import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { pickOne, type Random, randomBoolean, randomInteger } from '#seed/random.ts'
import { clusterForTest } from '#test/schools/real-school.ts'
import { startRandom } from '#test/schools/start-random.ts'
import { printLine } from '#test/steps.ts'
import { countTwice } from './mails.ts'
import { makeCrashSchool } from './school.ts'

const timeout = 20 * minuteMs
const breakWithinMs = 1_500
/** In about the time a start takes. */
const startMs = 1_500

/** When something breaks: mostly at any moment, often when a mail is just away. */
const pickMoment = (random: Random) =>
  randomBoolean(random, 0.3) ? 'mail' : randomInteger(random, 0, breakWithinMs)

type School = Awaited<ReturnType<typeof makeCrashSchool>>

async function figures(name: string, startedAt: number, school: School): Promise<string> {
  const { desk, runs, pushRuns } = school
  const count = (all: { arrived: unknown[] }[]) =>
    all.reduce((sum, { arrived }) => sum + arrived.length, 0)
  return [
    `${name}: ${desk.count.acknowledged} acknowledged changes, ${desk.count.repeated} made again`,
    `${await school.checkMails()} mails, ${count(runs)} arrivals, ${countTwice(runs)} mails twice`,
    `${await school.checkNotices()} notices, ${count(pushRuns)} pushes, ${countTwice(pushRuns)} twice`,
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  ].join(', ')
}

/** KILLS gives another number, for a quick look or a long night. */
const killsOr = (defaultKills: number) => Number(process.env.KILLS ?? defaultKills)

test('SQLite: a server that is killed 50 times at work loses nothing, leaves nothing half, tells all once', {
  timeout,
}, async () => {
  const kills = killsOr(50)
  const random = startRandom()
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

test('PostgreSQL: killed 10 times at work, and its server 10 times and with it, all is kept', {
  timeout,
}, async () => {
  const rounds = killsOr(10)
  const random = startRandom()
  const cluster = await clusterForTest({ durable: true })
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
    // The server has to find it again by itself.
    await school.untilReady()
    await school.check()
    await school.end('SIGTERM')
  }
  await school.sendTheRest()
  expect(school.desk.count.acknowledged).toBeGreaterThan(rounds)
  const name = `PostgreSQL killed ${rounds} times, server ${rounds + together} times`
  printLine(await figures(name, startedAt, school))
})
