import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { cloneWeek, removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const at = (instant: string) => Date.parse(instant)

async function start() {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const { token } = reviewer
  const { db } = app.context
  const stored = async () =>
    (await db.selectFrom('slots').selectAll().orderBy('starts_at').execute()).map(({ starts_at }) =>
      new Date(starts_at).toISOString(),
    )
  return {
    app,
    reviewer,
    db,
    stored,
    slotAt: (startsAt: number, minutes?: number) => makeSlot(app, reviewer, startsAt, minutes),
    remove: (slots: string[]) => app.call(removeSlots, { token, body: { value: { slots } } }),
    clone: (from: string, ...to: string[]) =>
      app.call(cloneWeek, { token, body: { value: { from, to } } }),
  }
}

test('free slots are removed together, with one audit entry each', async () => {
  const { app, slotAt, stored, remove } = await start()
  const [first, second] = [await slotAt(monday + hourMs), await slotAt(monday + 2 * hourMs)]
  await slotAt(monday + 3 * hourMs)
  const { status, body } = await remove([first, second, first])
  expect(status).toBe(200)
  expect(body).toEqual({ message: '2 slots removed.', removed: 2 })
  expect(await stored()).toEqual(['2026-03-02T20:00:00.000Z'])
  const { token } = await makePerson(app, 'admin')
  const lines = (await app.call(listAuditLog, { token, query: { kind: 'slots' } })).body
  expect(lines.map(({ about, deed }) => [about._id, deed]).toSorted()).toEqual(
    [first, second].map((id) => [id, 'slot-removed']).toSorted(),
  )
})

test('if any slot is booked, used up or begun, none is removed, and each of those is named', async () => {
  const { app, db, slotAt, stored, remove } = await start()
  const free = await slotAt(monday + hourMs)
  const booked = await slotAt(monday + 2 * hourMs)
  const begun = await slotAt(monday)
  const usedUp = await slotAt(monday - hourMs)
  await makeReview(app, { slot: booked })
  await db
    .insertInto('no_shows')
    .values({ slot_id: usedUp, review_id: await makeReview(app), who: 'student', at: monday })
    .execute()
  const { status, body } = await remove([free, booked, begun, usedUp])
  expect(status).toBe(409)
  expect(body).toEqual({
    message: 'Nothing was removed: slots that are booked or have started cannot be removed',
    errors: {
      [booked]: '2:00 PM is booked',
      [begun]: '12:00 PM has started',
      [usedUp]: '11:00 AM is booked',
    },
  })
  expect(await stored()).toHaveLength(4)
})

test('if any slot is another’s or unknown, none is removed', async () => {
  const { app, slotAt, stored, remove } = await start()
  const own = await slotAt(monday + hourMs)
  const other = await makeSlot(app, await makePerson(app, 'reviewer'), monday + hourMs)
  for (const wrong of [other, 'nothing']) {
    const { status, body } = await remove([own, wrong])
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'This slot does not exist' },
    })
  }
  expect((await remove([])).status).toBe(400)
  expect((await remove(Array.from({ length: 501 }, (_, place) => `slot-${place}`))).status).toBe(
    400,
  )
  expect(await stored()).toHaveLength(2)
})

test('removing a generated slot is remembered', async () => {
  const { db, reviewer, slotAt, remove } = await start()
  const [made, own] = [await slotAt(monday + hourMs), await slotAt(monday + 2 * hourMs)]
  await db.updateTable('slots').set({ is_generated: 1 }).where('id', '=', made).execute()
  await remove([made, own])
  expect(await db.selectFrom('removed_slots').selectAll().execute()).toEqual([
    {
      reviewer_id: reviewer._id,
      starts_at: monday + hourMs,
      ends_at: monday + 1.5 * hourMs,
    },
  ])
})

const nothing = { noFit: 0, buffer: 0, mostADay: 0, away: 0 }
const noneLeft = { leftOut: 0, leftOutFor: nothing }

test('slots that break the reviewer’s own rules are not copied, but counted', async () => {
  const { app, reviewer, slotAt, stored, clone } = await start()
  for (const clock of ['14:00', '14:30', '15:00', '16:00', '17:00']) {
    await slotAt(at(`2026-03-04T${clock}:00Z`))
  }
  await slotAt(at('2026-03-11T16:00:00Z'))
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      saved_at: monday,
      buffer: 15,
      most_a_day: 3,
      notice: 0,
    })
    .execute()
  expect((await clone('2026-03-04', '2026-03-11')).body).toEqual({
    message: '2 slots added.',
    added: 2,
    leftOut: 3,
    leftOutFor: { ...nothing, noFit: 1, buffer: 1, mostADay: 1 },
  })
  expect((await stored()).slice(5)).toEqual([
    '2026-03-11T13:00:00.000Z',
    '2026-03-11T14:00:00.000Z',
    '2026-03-11T16:00:00.000Z',
  ])
})

test('slots on a day of absence are not copied, but counted', async () => {
  const { app, reviewer, slotAt, stored, clone } = await start()
  for (const day of ['03', '04', '06']) await slotAt(at(`2026-03-${day}T14:00:00Z`))
  const absence = (id: string, reviewerId: string, from: string, to: string) => ({
    id,
    reviewer_id: reviewerId,
    date_from: from,
    date_to: to,
    reason: 'Ill',
    created_at: monday,
  })
  const other = await makePerson(app, 'reviewer')
  await app.context.db
    .insertInto('absences')
    .values([
      absence('one', reviewer._id, '2026-03-11', '2026-03-12'),
      absence('other', reviewer._id, '2026-03-16', '2026-03-17'),
      absence('elsewhere', other._id, '2026-03-13', '2026-03-13'),
    ])
    .execute()
  expect((await clone('2026-03-02', '2026-03-09', '2026-03-16')).body).toEqual({
    message: '4 slots added.',
    added: 4,
    leftOut: 2,
    leftOutFor: { ...nothing, away: 2 },
  })
  expect((await stored()).slice(3).map((instant) => instant.slice(0, 10))).toEqual([
    ...['2026-03-10', '2026-03-13', '2026-03-18', '2026-03-20'],
  ])
})

test('a week runs from the midnight before Monday to the one after Sunday', async () => {
  const { app, reviewer, slotAt, stored, clone } = await start()
  await slotAt(at('2026-03-09T04:00:00Z'))
  await slotAt(at('2026-03-16T03:30:00Z'))
  await app.context.db
    .insertInto('absences')
    .values({
      id: 'sunday',
      reviewer_id: reviewer._id,
      reason: 'Ill',
      created_at: monday,
      date_from: '2026-03-29',
      date_to: '2026-03-29',
    })
    .execute()
  expect((await clone('2026-03-11', '2026-03-18', '2026-03-25')).body).toEqual({
    message: '3 slots added.',
    added: 3,
    leftOut: 1,
    leftOutFor: { ...nothing, away: 1 },
  })
  expect((await stored()).slice(2)).toEqual([
    '2026-03-16T04:00:00.000Z',
    '2026-03-23T03:30:00.000Z',
    '2026-03-23T04:00:00.000Z',
  ])
})

test('the slots of a week are copied to other weeks at the same wall-clock time', async () => {
  const { slotAt, stored, clone } = await start()
  await slotAt(at('2026-03-02T18:00:00Z'))
  await slotAt(at('2026-03-07T14:00:00Z'))
  await slotAt(at('2026-03-09T14:00:00Z'))
  // The clock is set forward on Sunday: from then on 1 PM is an hour earlier in UTC.
  const { status, body } = await clone('2026-03-04', '2026-03-11', '2026-03-13', '2026-03-30')
  expect(status).toBe(200)
  expect(body).toEqual({ message: '4 slots added.', added: 4, ...noneLeft })
  expect(await stored()).toEqual([
    '2026-03-02T18:00:00.000Z',
    '2026-03-07T14:00:00.000Z',
    '2026-03-09T14:00:00.000Z',
    '2026-03-09T17:00:00.000Z',
    '2026-03-14T13:00:00.000Z',
    '2026-03-30T17:00:00.000Z',
    '2026-04-04T13:00:00.000Z',
  ])
})

test('slots that overlap, are in the past, or are skipped by the clock are only counted', async () => {
  const { slotAt, stored, clone } = await start()
  await slotAt(at('2026-03-11T13:00:00Z'))
  await slotAt(at('2026-03-15T06:30:00Z'))
  const before = await stored()
  await slotAt(at('2026-03-04T14:29:00Z'), 2)
  expect((await clone('2026-03-11', '2026-03-02', '2026-02-16')).body).toEqual({
    message: '0 slots added.',
    added: 0,
    leftOut: 4,
    leftOutFor: { ...nothing, noFit: 4 },
  })
  expect((await stored()).slice(1)).toEqual(before)
})

test('a week without slots, one too far ahead, or too many slots are refused', async () => {
  const { slotAt, stored, clone } = await start()
  expect((await clone('2026-03-02', '2026-03-09')).body).toEqual({
    message: 'There are no slots in this week',
  })
  for (let place = 0; place < 100; place++) await slotAt(monday + dayMs + place * minuteMs, 1)
  const weeks = (count: number) =>
    Array.from({ length: count }, (_, week) =>
      new Date(monday + (week + 1) * 7 * dayMs).toISOString().slice(0, 10),
    )
  expect((await clone('2026-03-02', '2027-03-08')).body).toEqual({
    message: 'Date must be within a year',
  })
  expect((await clone('2026-03-02', ...weeks(11))).body).toEqual({
    message: 'No more than 1000 slots at once. Choose fewer weeks',
  })
  expect((await clone('2026-03-02', ...weeks(13))).status).toBe(400)
  expect((await clone('2026-03-02')).status).toBe(400)
  expect(await stored()).toHaveLength(100)
  expect((await clone('2026-03-02', ...weeks(10))).body).toMatchObject({ added: 1000 })
})
