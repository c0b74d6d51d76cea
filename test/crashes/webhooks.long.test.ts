import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { randomBoolean, randomInteger } from '#seed/random.ts'
import { printLine } from '#test/print-line.ts'
import { startTestCluster } from '#test/schools/real-school.ts'
import { makeSeededRandom } from '#test/schools/seeded-random.ts'
import { makeCrashSchool } from './school.ts'

const breakWithinMs = 1_500

/** KILLS sets another number, for a quick or a very long run. */
const killsOr = (defaultKills: number) => Number(process.env.KILLS ?? defaultKills)

test.each([
  ['SQLite', killsOr(50)],
  ['PostgreSQL', killsOr(10)],
] as const)(
  '%s: a server killed %i times with webhooks loses no event, and repeats some under the same id',
  { timeout: 20 * minuteMs },
  async (database, kills) => {
    const random = makeSeededRandom()
    const cluster = database === 'SQLite' ? undefined : await startTestCluster({ durable: true })
    const school = await makeCrashSchool(random, cluster)
    for (let kill = 0; kill < kills; kill++) {
      await school.start()
      // Mostly right after an event was sent, before the server has recorded that.
      const isAtEvent = randomBoolean(random, 0.7)
      const moment = isAtEvent ? 'event' : randomInteger(random, 0, breakWithinMs)
      await school.write(moment, () => school.end('SIGKILL'))
    }
    await school.sendTheRest()
    const { events, repeated } = await school.checkEvents()
    expect(events).toBeGreaterThan(kills)
    printLine(
      `${database}, server killed ${kills} times: ${events} events, none lost and those of a review in order, ${repeated} repeated`,
    )
  },
)
