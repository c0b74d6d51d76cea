import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startAdding, tooLong } from '#test/slots/start-adding.ts'

test('a range for today must begin in the future', async () => {
  const { app, add, stored } = await startAdding()
  app.time.now += 30_000
  const message = 'Starting time must be greater than current time'
  for (const timeStart of ['08:00', '12:00']) {
    const refused = await add({ date: '2026-03-02', timeStart, timeEnd: '15:00' })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message, errors: { timeStart: message } })
  }
  expect(await stored()).toEqual([])
  const added = await add({ date: '2026-03-02', timeStart: '12:01', timeEnd: '13:01' })
  expect(added.body[0]).toMatchObject({ date: '2026-03-02', slot_time: '12:01 PM' })
})

test('today is the school’s day: at midnight in its zone the day before is over', async () => {
  const { app, add } = await startAdding(Date.parse('2026-03-04T04:59:00Z'))
  expect((await add({ timeStart: '23:00', timeEnd: '23:59' })).body).toMatchObject({
    message: 'Starting time must be greater than current time',
  })
  app.time.now += minuteMs
  expect((await add({ timeStart: '23:00', timeEnd: '23:59' })).body).toMatchObject({
    message: 'Date must be today or later',
  })
})

test('when the clock jumps ahead there are fewer slots, and none at skipped times', async () => {
  const { add, stored } = await startAdding()
  // 8 March 2026: at 2:00 AM clocks in New York jump to 3:00 AM.
  const { body } = await add({ date: '2026-03-08', timeStart: '01:00', timeEnd: '04:00' })
  expect(body.map((slot) => slot.slot_time)).toEqual(['1:00 AM', '1:30 AM', '3:00 AM', '3:30 AM'])
  const [, second, third] = await stored()
  expect(third?.starts_at).toBe(second?.ends_at)
})

test('a range that begins or ends in a skipped hour is cut at the jump', async () => {
  const { add } = await startAdding()
  const before = await add({ date: '2026-03-08', timeStart: '01:00', timeEnd: '02:45' })
  expect(before.body.map((slot) => slot.slot_time)).toEqual(['1:00 AM', '1:30 AM'])
  const after = await add({ date: '2026-03-08', timeStart: '02:15', timeEnd: '04:00' })
  expect(after.body.map((slot) => slot.slot_time)).toEqual(['3:00 AM', '3:30 AM'])
})

test('a range that is too short after the jump is refused', async () => {
  const { add, stored } = await startAdding()
  for (const [timeStart, timeEnd] of [
    ['02:00', '03:00'],
    ['01:45', '03:10'],
  ] as const) {
    const refused = await add({ date: '2026-03-08', timeStart, timeEnd })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message: tooLong, errors: { reviewTime: tooLong } })
  }
  expect(await stored()).toEqual([])
})

test('when the clock is put back there are more slots, each later than the one before', async () => {
  const { add, stored } = await startAdding(Date.parse('2026-10-30T16:00:00Z'))
  // 1 November 2026: at 2:00 AM clocks in New York go back to 1:00 AM.
  const { body } = await add({ date: '2026-11-01', timeStart: '00:30', timeEnd: '02:30' })
  expect(body.map((slot) => slot.slot_time)).toEqual([
    '12:30 AM',
    '1:00 AM',
    '1:30 AM',
    '1:00 AM',
    '1:30 AM',
    '2:00 AM',
  ])
  const first = Date.parse('2026-11-01T04:30:00Z')
  expect((await stored()).map((slot) => slot.starts_at)).toEqual(
    body.map((_, index) => first + index * 30 * minuteMs),
  )
})

test('in a repeated hour, a range that began the first time is refused', async () => {
  // The second 1:10 AM.
  const { add } = await startAdding(Date.parse('2026-11-01T06:10:00Z'))
  const refused = await add({ date: '2026-11-01', timeStart: '01:30', timeEnd: '03:00' })
  const message = 'Starting time must be greater than current time'
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { timeStart: message } })
})
