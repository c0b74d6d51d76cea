import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { startAdding } from '#test/slots/start-adding.ts'

test.each([
  ['08:30', '09:30', 30],
  ['10:59', '12:00', 30],
  ['09:10', '09:20', 5],
  ['08:00', '12:00', 200],
  ['09:00', '11:00', 30],
])(
  'slots from %s to %s overlap those from 9:00 to 11:00, so none is added',
  async (a, b, minutes) => {
    const { add, stored } = await startAdding()
    await add()
    const refused = await add({ timeStart: a, timeEnd: b, reviewTime: minutes })
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({ message: 'Slots already exist' })
    expect(await stored()).toHaveLength(4)
  },
)

test('slots may touch, and another reviewer may have slots at the same time', async () => {
  const { app, add } = await startAdding()
  await add()
  expect((await add({ timeStart: '11:00', timeEnd: '12:00' })).status).toBe(200)
  expect((await add({ timeStart: '08:00', timeEnd: '09:00' })).status).toBe(200)
  expect((await add({}, await makePerson(app, 'reviewer'))).status).toBe(200)
})

test('of many overlapping ranges added at once, one is added completely', async () => {
  const { app, add, stored } = await startAdding()
  const won: string[] = []
  for (let round = 0; round < 10; round++) {
    const reviewer = await makePerson(app, 'reviewer')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        add(
          {
            timeStart: index % 2 ? '08:00' : '09:00',
            timeEnd: '20:00',
            reviewTime: 10 + (index % 3),
          },
          reviewer,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = answers.find(({ status }) => status === 200)
    won.push(...(winner?.body.map(({ _id }) => _id) ?? []))
  }
  expect((await stored()).map(({ id }) => id).sort()).toEqual(won.sort())
})

test('the database prevents moving a slot into another one of the reviewer', async () => {
  const { app, reviewer } = await startAdding()
  const noon = Date.parse('2026-03-03T17:00:00Z')
  await makeSlot(app, reviewer, noon)
  const later = await makeSlot(app, reviewer, noon + hourMs)
  const move = (startsAt: number) =>
    app.context.db
      .updateTable('slots')
      .set({ starts_at: startsAt, ends_at: startsAt + hourMs / 2 })
      .where('id', '=', later)
      .execute()
  await expect(move(noon + minuteMs)).rejects.toThrow('slots_overlap')
  await move(noon + hourMs + minuteMs)
})
