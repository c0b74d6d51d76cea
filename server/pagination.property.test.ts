import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { endpoints, getEndpointName, isList } from '#test/endpoints.ts'
import { listScenarios } from '#test/pagination/lists.ts'
import { makePropertyParameters } from '#test/property.ts'

test('every list of the contract is tested below', () => {
  const known = [...endpoints.values()].filter(isList).map(getEndpointName)
  expect(Object.keys(listScenarios).toSorted(), 'the lists of test/pagination').toEqual(
    known.toSorted(),
  )
})

const write = fc.record({ adds: fc.boolean(), place: fc.nat({ max: 100 }) })
const reading = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  before: fc.array(fc.nat({ max: 100 }), { maxLength: 9 }),
  /** What is written while each page is being read, and between it and the next. */
  writes: fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 8 }),
})

const scenarios = Object.entries(listScenarios).flatMap(([name, several]) =>
  several.map((scenario, index) => ({ name: `${name} ${index + 1}`, scenario })),
)

test.each(scenarios)(
  '$name: rows that exist throughout are read exactly once despite concurrent writes',
  async ({ scenario }) => {
    const app = await startApp()
    await fc.assert(
      fc.asyncProperty(reading, async ({ limit, before, writes }) => {
        const list = await scenario(app)
        const there: string[] = []
        for (const place of before) there.push(await list.add(place))
        const gone = new Set<string>()
        const added: string[] = []
        const change = async ({ adds, place }: { adds: boolean; place: number }) => {
          if (adds) {
            added.push(await list.add(place))
            return
          }
          const id = there[place % Math.max(there.length, 1)]
          if (id === undefined || gone.has(id)) return
          gone.add(id)
          await list.remove(id)
        }

        const seen: string[] = []
        const first = `${list.url}${list.url.includes('?') ? '&' : '?'}limit=${limit}`
        let next: string | undefined = first
        for (let page = 0; next; page++) {
          // Whoever writes more than is read is not followed for ever.
          expect(page).toBeLessThan(100)
          const url: string = next
          const [reply] = await Promise.all([
            app.send<{ _id: string }[]>('GET', url, { token: list.token }),
            ...(writes[page] ?? []).map(change),
          ])
          expect(reply.status).toBe(200)
          expect(reply.body.length).toBeLessThanOrEqual(limit)
          seen.push(...reply.body.map(({ _id }) => _id))
          next = String(reply.headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
        }
        const stayed = there.filter((id) => !gone.has(id))
        const times = new Map(stayed.map((id) => [id, seen.filter((one) => one === id).length]))
        expect([...times.values()]).toEqual(stayed.map(() => 1))
        expect(new Set(seen).size).toBe(seen.length)
        for (const id of [...stayed, ...added]) await list.remove(id)
      }),
      makePropertyParameters(3),
    )
  },
)
