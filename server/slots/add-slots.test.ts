import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { upcomingSlotsMax } from '#contract/limits/slots.ts'
import { cloneWeek } from '#contract/slots/remove-and-clone-slots.ts'
import { addSlots, listOwnSlots } from '#contract/slots/slots.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { range, startAdding, tooLong } from '#test/slots/start-adding.ts'

test('a range is split into slots, which the reviewer then sees in the list', async () => {
  const { app, reviewer, add, stored } = await startAdding()
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

test('time left at the end of a range that is too short for a slot is dropped', async () => {
  const { add } = await startAdding()
  const { body } = await add({ reviewTime: '50' })
  expect(body.map((slot) => slot.slot_time)).toEqual(['9:00 AM', '9:50 AM'])
})

test('slots during the reviewer’s own absence are added only after confirmation', async () => {
  const { app, reviewer, add, stored } = await startAdding()
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
  const { add, stored } = await startAdding()
  const { status, body } = await add({ timeStart: '00:00', timeEnd: '23:59', reviewTime: 1 })
  expect(status).toBe(200)
  expect(body).toHaveLength(1439)
  expect(await stored()).toHaveLength(1439)
})

test('a reviewer cannot exceed the limit of upcoming slots, however many calls add some at once', async () => {
  const { app, reviewer, add } = await startAdding()
  const { db } = app.context
  const length = upcomingSlotsMax - 12
  const ahead = monday + 30 * dayMs
  const rows = Array.from({ length }, (_, place) => ({
    id: `ahead${place}`,
    reviewer_id: reviewer._id,
    starts_at: ahead + place * minuteMs,
    ends_at: ahead + (place + 1) * minuteMs,
  }))
  while (rows.length > 0) await db.insertInto('slots').values(rows.splice(0, 1_000)).execute()
  await makeSlot(app, reviewer, monday - dayMs)
  const dates = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
  const replies = await Promise.all(dates.map((date) => add({ date })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    message: 'You can have no more than 5,000 upcoming slots. Please remove some first.',
  })
  const { token } = reviewer
  const body = { value: { from: '2026-03-03', to: ['2026-03-10'] } }
  expect((await app.call(cloneWeek, { token, body })).status).toBe(409)
  expect((await add({}, await makePerson(app, 'reviewer'))).status).toBe(200)
})

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
  ['reviewTime', 7.5, 'Please enter whole minutes'],
  ['reviewTime', 120, tooLong],
  ['reviewTime', 2000, tooLong],
  ['timeEnd', '09:00', 'Ending time must be greater than starting time'],
  ['timeEnd', '08:00', 'Ending time must be greater than starting time'],
  ['date', '2026-03-01', 'Date must be today or later'],
  ['date', '2027-03-04', 'Date must be within a year'],
])('a range whose %s is %j is refused: %s', async (field, value, message) => {
  const { app, reviewer, stored } = await startAdding()
  const refused = await app.send('POST', '/reviewer/add-slot', {
    token: reviewer.token,
    body: { values: { ...range, [field]: value } },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { [field]: message } })
  expect(await stored()).toEqual([])
})

test('only a reviewer can add slots', async () => {
  const { app, stored } = await startAdding()
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
