import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getWork, linkKinds, saveWork, type WorkChange } from '#contract/work.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'

const word = fc.constantFrom('Read', 'Build', 'Test', 'Ask', 'Type')
const parts = {
  ticks: fc.uniqueArray(word),
  links: fc.array(
    fc.record({
      kind: fc.constantFrom(...linkKinds),
      url: word.map((path) => `https://school.test/${path}`),
      note: word,
    }),
    { maxLength: 3 },
  ),
  note: word,
  isReady: fc.boolean(),
}
const names = ['ticks', 'links', 'note', 'isReady'] as const

/** The saves of one device, each of some of its parts. */
const savesOf = (own: readonly (typeof names)[number][]) =>
  fc.array(
    fc.record(Object.fromEntries(own.map((name) => [name, parts[name]])), { requiredKeys: [] }),
    { maxLength: 4 },
  ) as fc.Arbitrary<WorkChange[]>

/** Two devices that change distinct parts. */
const devices = fc
  .subarray([...names])
  .chain((own) => fc.tuple(savesOf(own), savesOf(names.filter((name) => !own.includes(name)))))

test('two devices that save distinct parts at the same time lose nothing', async () => {
  const app = await startApp()
  await fc.assert(
    fc.asyncProperty(devices, async (both) => {
      const student = await makePerson(app, 'student')
      await makeReview(app, { student })
      const { token } = student
      await Promise.all(
        both.map(async (saves) => {
          for (const value of saves) {
            const { status } = await app.call(saveWork, { token, body: { value } })
            expect(status).toBe(200)
          }
        }),
      )
      const last = { ticks: [], links: [], note: '', isReady: false }
      for (const value of both.flat()) Object.assign(last, value)
      expect((await app.call(getWork, { token })).body).toMatchObject(last)
    }),
    makePropertyParameters(25),
  )
})
