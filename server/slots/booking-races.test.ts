import { expect, test } from 'vitest'
import { seededRandom } from '#seed/random.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import type { RaceSchool } from '#test/races/race-school.ts'
import { runRace } from '#test/races/run.ts'
import { makeStampedeScene, races } from '#test/races/scenes/scenes.ts'
import { findInconsistencies } from '#test/schools/checks/find-inconsistencies.ts'

/** Rounds of each race; `npm run test:long` runs more of them, on real servers. */
const rounds = 1

async function makeCourse() {
  const app = await startApp({ timeZone: 'UTC' })
  const course: RaceSchool = {
    context: app.context,
    send: (method, url, given) => app.send(method, url, given),
    random: seededRandom(monday),
    admin: await makePerson(app, 'admin'),
    onlooker: await makePerson(app, 'advisor'),
  }
  return { app, course }
}

test('when forty advisors book one slot at once, one gets it and the others get 409', async () => {
  const { app, course } = await makeCourse()
  const { race, violations } = await runRace(course, makeStampedeScene(40))
  expect(violations).toEqual([])
  expect(race.log.map(({ status }) => status).sort()).toEqual([200, ...Array(39).fill(409)])
  expect(await findInconsistencies(app.context.db)).toEqual([])
})

test.each(Object.entries(races))(
  'however a race %s ends, the result is consistent',
  async (_, scenes) => {
    const { app, course } = await makeCourse()
    for (const [name, scene] of Object.entries(scenes)) {
      for (let round = 0; round < rounds; round++) {
        expect((await runRace(course, scene)).violations, name).toEqual([])
      }
    }
    expect(await findInconsistencies(app.context.db)).toEqual([])
    expect(app.errors).toEqual([])
  },
)
