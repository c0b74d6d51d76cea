import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time.ts'
import { slotsAheadMax } from '#contract/limits/slots.ts'
import { cloneWeek } from '#contract/slots/own-week.ts'
import { addSlots, listOwnSlots, type SlotRange } from '#contract/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeSlot } from '#test/make.ts'

/** A Tuesday, the day after the one on which the tests begin. */
const range = { date: '2026-03-03', timeStart: '09:00', timeEnd: '11:00', reviewTime: 30 }

async function start(now = monday) {
  const app = await startApp()
  app.time.now = now
  const reviewer = await makePerson(app, 'reviewer')
  const add = (more: Partial<SlotRange> = {}, { token } = reviewer) =>
    app.call(addSlots, { token, body: { values: { ...range, ...more } } })
  const stored = () => app.context.db.selectFrom('slots').selectAll().orderBy('starts_at').execute()
  return { app, reviewer, add, stored }
}

test('a range is cut into slots, which the reviewer then finds in the list', async () => {
  const { app, reviewer, add, stored } = await start()
  const added = await add()
  expect(added.status).toBe(200)
  expect(added.body).toEqual(
    ['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM'].map((slot_time) => ({
      _id: expect.any(String),
      date: '2026-03-03',
      slot_date: '2026-03-03',
      slot_time,
      isBooked: false,
    })),
  )
  expect((await app.call(listOwnSlots, { token: reviewer.token })).body).toMatchObject(added.body)
  const [first] = await stored()
  expect(first).toMatchObject({
    reviewer_id: reviewer._id,
    starts_at: Date.parse('2026-03-03T14:00:00Z'),
    ends_at: Date.parse('2026-03-03T14:30:00Z'),
  })
})

test('what is left at the end of a range and too short for a slot is dropped', async () => {
  const { add } = await start()
  const { body } = await add({ reviewTime: '50' })
  expect(body.map((slot) => slot.slot_time)).toEqual(['9:00 AM', '9:50 AM'])
})

test('on a day of their own absence slots are added only by who says so', async () => {
  const { app, reviewer, add, stored } = await start()
  const { token } = reviewer
  const away = { from: '2026-03-02', to: '2026-03-03', reason: 'Ill', confirm: true }
  await app.call(addAbsence, { token, body: { value: away } })
  const refused = await add()
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'You are away on this day' })
  expect(await stored()).toEqual([])
  const body = { values: range, confirm: true }
  expect((await app.call(addSlots, { token, body })).status).toBe(200)
  expect(await stored()).toHaveLength(4)
  expect((await add({ date: '2026-03-04' })).status).toBe(200)
  expect((await add({}, await makePerson(app, 'reviewer'))).status).toBe(200)
})

test('a whole day of one-minute slots can be added', async () => {
  const { add, stored } = await start()
  const { status, body } = await add({ timeStart: '00:00', timeEnd: '23:59', reviewTime: 1 })
  expect(status).toBe(200)
  expect(body).toHaveLength(1439)
  expect(await stored()).toHaveLength(1439)
})

test('a reviewer has so many slots ahead at most, however many calls add some at once', async () => {
  const { app, reviewer, add } = await start()
  const { db } = app.context
  const length = slotsAheadMax - 12
  const ahead = monday + 30 * dayMs
  const rows = Array.from({ length }, (_, place) => ({
    ...{ id: `ahead${place}`, reviewer_id: reviewer._id },
    ...{ starts_at: ahead + place * minuteMs, ends_at: ahead + (place + 1) * minuteMs },
  }))
  while (rows.length > 0) await db.insertInto('slots').values(rows.splice(0, 1_000)).execute()
  await makeSlot(app, reviewer, monday - dayMs)
  const dates = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
  const replies = await Promise.all(dates.map((date) => add({ date })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    message: 'You can have no more than 5,000 slots ahead. Please remove some first.',
  })
  const { token } = reviewer
  const body = { value: { from: '2026-03-03', to: ['2026-03-10'] } }
  expect((await app.call(cloneWeek, { token, body })).status).toBe(409)
  expect((await add({}, await makePerson(app, 'reviewer'))).status).toBe(200)
})

const tooLong = 'Review time must be less than the time difference between start and end times'
test.each([
  ['date', undefined, 'Date is required.'],
  ['date', '3 March', 'Date is required.'],
  ['date', '2026-02-30', 'Date is required.'],
  ['timeStart', '', 'Starting time is required.'],
  ['timeStart', '9:00', 'Starting time is required.'],
  ['timeEnd', undefined, 'Ending time is required.'],
  ['timeEnd', '24:00', 'Ending time is required.'],
  ['reviewTime', '', 'Review time is required.'],
  ['reviewTime', 'half', 'Review time is required.'],
  ['reviewTime', 0, 'Review time must be at least 1 minute'],
  ['reviewTime', 7.5, 'Please give whole minutes'],
  ['reviewTime', 120, tooLong],
  ['reviewTime', 2000, tooLong],
  ['timeEnd', '09:00', 'Ending time must be greater than starting time'],
  ['timeEnd', '08:00', 'Ending time must be greater than starting time'],
  ['date', '2026-03-01', 'Date must be today or later'],
  ['date', '2027-03-04', 'Date must be within a year'],
])('a range whose %s is %j is refused: %s', async (field, value, message) => {
  const { app, reviewer, stored } = await start()
  const refused = await app.send('POST', '/reviewer/add-slot', {
    token: reviewer.token,
    body: { values: { ...range, [field]: value } },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { [field]: message } })
  expect(await stored()).toEqual([])
})

test('today, a range must begin later than now', async () => {
  const { app, add, stored } = await start()
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

test("today is the school's day: at midnight in the zone the day before is over", async () => {
  const { app, add } = await start(Date.parse('2026-03-04T04:59:00Z'))
  expect((await add({ timeStart: '23:00', timeEnd: '23:59' })).body).toMatchObject({
    message: 'Starting time must be greater than current time',
  })
  app.time.now += minuteMs
  expect((await add({ timeStart: '23:00', timeEnd: '23:59' })).body).toMatchObject({
    message: 'Date must be today or later',
  })
})

test.each([
  ['08:30', '09:30', 30],
  ['10:59', '12:00', 30],
  ['09:10', '09:20', 5],
  ['08:00', '12:00', 200],
  ['09:00', '11:00', 30],
])('slots from %s to %s overlap those from 9:00 to 11:00: none is added', async (a, b, minutes) => {
  const { add, stored } = await start()
  await add()
  const refused = await add({ timeStart: a, timeEnd: b, reviewTime: minutes })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'Slots already exist' })
  expect(await stored()).toHaveLength(4)
})

test('slots may touch, and those of another reviewer may be at the same time', async () => {
  const { app, add } = await start()
  await add()
  expect((await add({ timeStart: '11:00', timeEnd: '12:00' })).status).toBe(200)
  expect((await add({ timeStart: '08:00', timeEnd: '09:00' })).status).toBe(200)
  expect((await add({}, await makePerson(app, 'reviewer'))).status).toBe(200)
})

test('of many ranges that overlap and are added at once, one is added whole', async () => {
  const { app, add, stored } = await start()
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

test('the database lets no slot be moved into another one of the reviewer', async () => {
  const { app, reviewer } = await start()
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

test('when the clock jumps ahead there are fewer slots, and none at times that never were', async () => {
  const { add, stored } = await start()
  // 8 March 2026: 2:00 AM is 3:00 AM in New York.
  const { body } = await add({ date: '2026-03-08', timeStart: '01:00', timeEnd: '04:00' })
  expect(body.map((slot) => slot.slot_time)).toEqual(['1:00 AM', '1:30 AM', '3:00 AM', '3:30 AM'])
  const [, second, third] = await stored()
  expect(third?.starts_at).toBe(second?.ends_at)
})

test('a range that begins or ends in the hour that never was is cut at the jump', async () => {
  const { add } = await start()
  const before = await add({ date: '2026-03-08', timeStart: '01:00', timeEnd: '02:45' })
  expect(before.body.map((slot) => slot.slot_time)).toEqual(['1:00 AM', '1:30 AM'])
  const after = await add({ date: '2026-03-08', timeStart: '02:15', timeEnd: '04:00' })
  expect(after.body.map((slot) => slot.slot_time)).toEqual(['3:00 AM', '3:30 AM'])
})

test('a range of which the jump leaves too little is refused', async () => {
  const { add, stored } = await start()
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

test('when the clock is put back there are more slots, and each is later than the one before', async () => {
  const { add, stored } = await start(Date.parse('2026-10-30T16:00:00Z'))
  // 1 November 2026: 2:00 AM is 1:00 AM again in New York.
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

test('in the hour that comes twice, a range that began the first time is refused', async () => {
  // 1:10 AM for the second time.
  const { add } = await start(Date.parse('2026-11-01T06:10:00Z'))
  const refused = await add({ date: '2026-11-01', timeStart: '01:30', timeEnd: '03:00' })
  const message = 'Starting time must be greater than current time'
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { timeStart: message } })
})

test('only a reviewer adds slots', async () => {
  const { app, stored } = await start()
  const tokens: (string | undefined)[] = [undefined]
  for (const role of ['student', 'advisor', 'admin'] as const) {
    tokens.push((await makePerson(app, role)).token)
  }
  for (const token of tokens) {
    const refused = await app.call(addSlots, { token, body: { values: range } })
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ success: false, Auth: false })
  }
  expect(await stored()).toEqual([])
})
