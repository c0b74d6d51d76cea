import { expect, test } from 'vitest'
import {
  type AvailabilityBlock,
  getAvailability,
  noAvailability,
  saveAvailability,
} from '#contract/availability.ts'
import { dayMs, minuteMs } from '#contract/kit/time.ts'
import { removeSlots } from '#contract/slots/own-week.ts'
import { listTrail } from '#contract/trail.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/make.ts'
import { findAvailability } from './actions.ts'
import { makeAllSlots } from './make-slots.ts'

const at = (instant: string) => Date.parse(instant)

/** Tuesdays, from the day after the one on which the tests begin. */
const tuesdays: AvailabilityBlock = {
  ...{ weekday: 2, from: '09:00', to: '10:00', reviewTime: 30, everyWeeks: 1 },
  ...{ since: '2026-03-02', until: null },
}

async function start() {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const { token, _id } = reviewer
  const { db } = app.context
  const save = (blocks: Partial<AvailabilityBlock>[], more: Record<string, unknown> = {}) =>
    app.send<{ errors: Record<string, string>; touches: { review: { _id: string } }[] }>(
      'PUT',
      saveAvailability.path,
      {
        token,
        body: {
          value: {
            ...noAvailability,
            blocks: blocks.map((block) => ({ ...tuesdays, ...block })),
            ...more,
          },
        },
      },
    )
  const rows = () =>
    db.selectFrom('slots').selectAll().where('reviewer_id', '=', _id).orderBy('starts_at').execute()
  const starts = async () =>
    (await rows()).map(({ starts_at }) => new Date(starts_at).toISOString().slice(0, 16))
  return { app, db, reviewer, save, rows, starts }
}

test('who has never said anything can be booked at any time', async () => {
  const { app, reviewer } = await start()
  const { body } = await app.call(getAvailability, { token: reviewer.token })
  expect(body).toEqual({ blocks: [], buffer: 0, mostADay: null, notice: 0, savedAt: null })
})

test('the slots of the next 28 days stand when the reply comes, at the same time by the clock', async () => {
  const { app, reviewer, save, starts } = await start()
  const { status, body } = await save([{}], { mostADay: 4, notice: 60 })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...{ message: 'Your availability is saved.', isDone: true, adds: 8, removes: 0, touches: [] },
    savedAt: expect.any(String),
  })
  expect(await starts()).toEqual([
    ...['2026-03-03T14:00', '2026-03-03T14:30', '2026-03-10T13:00', '2026-03-10T13:30'],
    ...['2026-03-17T13:00', '2026-03-17T13:30', '2026-03-24T13:00', '2026-03-24T13:30'],
  ])
  const saved = await app.call(getAvailability, { token: reviewer.token })
  expect(saved.body).toMatchObject({ blocks: [tuesdays], buffer: 0, mostADay: 4, notice: 60 })
})

test('slots are made every few weeks, from a day and until one, with a buffer between them', async () => {
  const { save, starts } = await start()
  await save(
    [
      { everyWeeks: 2, since: '2026-03-04', until: '2026-03-23' },
      { weekday: 1, from: '12:00', to: '12:45', reviewTime: 15 },
    ],
    { buffer: 15 },
  )
  // Today is a Monday, and it is noon: what begins just now is too late.
  expect(await starts()).toEqual([
    ...['2026-03-02T17:30', '2026-03-09T16:00', '2026-03-09T16:30'],
    ...['2026-03-16T16:00', '2026-03-16T16:30', '2026-03-17T13:00'],
    ...['2026-03-23T16:00', '2026-03-23T16:30'],
  ])
})

test('every hour the slots of a day that is new are made, of those who are not blocked', async () => {
  const { app, db, reviewer, save, starts } = await start()
  await save([{}])
  app.time.now += 2 * dayMs
  await makeAllSlots(app.context)
  expect(await starts()).toHaveLength(10)
  await db
    .updateTable('people')
    .set({ blocked_at: app.time.now })
    .where('id', '=', reviewer._id)
    .execute()
  app.time.now += 7 * dayMs
  await makeAllSlots(app.context)
  expect(await starts()).toHaveLength(10)
})

test('one that was removed by hand is not made again, and one of one’s own is left alone', async () => {
  const { app, reviewer, save, rows, starts } = await start()
  const own = await makeSlot(app, reviewer, at('2026-03-10T13:20:00Z'), 20)
  await save([{ until: '2026-03-11' }])
  const [first] = await rows()
  expect(await starts()).toEqual(['2026-03-03T14:00', '2026-03-03T14:30', '2026-03-10T13:20'])
  const body = { value: { slots: [first?.id ?? ''] } }
  await app.call(removeSlots, { token: reviewer.token, body })
  await save([{ until: '2026-03-11' }])
  expect(await starts()).toEqual(['2026-03-03T14:30', '2026-03-10T13:20'])
  await save([])
  expect((await rows()).map(({ id }) => id)).toEqual([own])
})

test('where booked reviews would lose their slot nothing changes before that is confirmed', async () => {
  const { app, db, reviewer, save, rows, starts } = await start()
  await save([{ until: '2026-03-03' }])
  const [first, second] = await rows()
  const student = await makePerson(app, 'student')
  const review = await makeReview(app, { student, slot: second?.id ?? '' })
  const before = await starts()

  const told = await save([{ to: '09:30', until: '2026-03-03' }])
  expect(told.status).toBe(200)
  expect(told.body).toMatchObject({
    ...{ message: 'Nothing has changed yet. Please confirm.', isDone: false, removes: 1 },
    touches: [{ review: { _id: review, status: 'review-scheduled' }, suggestion: null }],
  })
  expect(await starts()).toEqual(before)
  expect((await app.call(getAvailability, { token: reviewer.token })).body.blocks).toEqual([
    { ...tuesdays, until: '2026-03-03' },
  ])

  // What is free goes without a question; a booked one that still lies within stays.
  const narrowed = await save([{ from: '09:15', until: '2026-03-03' }])
  expect(narrowed.body).toMatchObject({ isDone: true, removes: 1, touches: [] })
  expect((await rows()).map(({ id }) => id)).toEqual([second?.id])
  expect(first).toBeDefined()

  const done = await save([], { confirm: true })
  expect(done.body).toMatchObject({
    ...{ message: 'Your availability is saved.', isDone: true, removes: 1 },
    touches: [{ review: { _id: review }, suggestion: null, isMoved: false }],
  })
  expect(await rows()).toEqual([])
  const lost = await db
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', review)
    .executeTakeFirst()
  expect(lost).toMatchObject({
    ...{ status: 'not-scheduled', slot_id: null, lost_reviewer_id: reviewer._id },
    lost_starts_at: at('2026-03-03T14:30:00Z'),
  })
})

test('a change leaves one line in the trail, whatever it makes', async () => {
  const { app, save } = await start()
  await save([{}])
  await save([{}])
  await save([{}], { buffer: 5 })
  const { token } = await makePerson(app, 'admin')
  const lines = (await app.call(listTrail, { token })).body
  expect(lines.map(({ deed, after }) => ({ deed, after }))).toEqual([
    { deed: 'availability-saved', after: { buffer: 5 } },
    {
      deed: 'availability-saved',
      after: {
        availability: JSON.stringify(['Tuesday 09:00 to 10:00, 30 minutes each, from 2026-03-02']),
      },
    },
  ])
})

const overlapping = 'This overlaps another time on the same day'
test.each<[string, Partial<AvailabilityBlock>[], Record<string, string>]>([
  [
    'an end before the start',
    [{ to: '08:59' }],
    { 'blocks.0.to': 'Ending time must be greater than starting time' },
  ],
  [
    'no room for one review',
    [{}, { weekday: 3, reviewTime: 61 }],
    { 'blocks.1.reviewTime': 'A review does not fit between start and end' },
  ],
  [
    'an end before the first day',
    [{ until: '2026-03-01' }],
    { 'blocks.0.until': 'The last day must not be before the first' },
  ],
  ['two at the same time', [{}, { from: '09:59', to: '11:00' }], { 'blocks.1.from': overlapping }],
  [
    'two that meet after some weeks',
    [{ everyWeeks: 2 }, { everyWeeks: 3, since: '2026-03-09' }],
    { 'blocks.1.from': overlapping },
  ],
])('an availability with %s is refused', async (_, blocks, errors) => {
  const { save, rows } = await start()
  const { status, body } = await save(blocks)
  expect(status).toBe(400)
  expect(body.errors).toEqual(errors)
  expect(await rows()).toEqual([])
})

test('what is missing or out of bounds is refused', async () => {
  const { save } = await start()
  for (const block of [
    { weekday: 0 },
    { weekday: 8 },
    { everyWeeks: 0 },
    { everyWeeks: 9 },
    { reviewTime: 4 },
    { from: '24:00' },
    { since: 'soon' },
  ]) {
    expect((await save([block])).status).toBe(400)
  }
  for (const more of [{ buffer: -1 }, { buffer: 241 }, { mostADay: 0 }, { notice: 4321 }]) {
    expect((await save([{}], more)).status).toBe(400)
  }
  expect((await save(Array.from({ length: 51 }, () => ({})))).status).toBe(400)
})

test('times of one day that never meet are taken: one after the other, in other weeks, at other times', async () => {
  const { save } = await start()
  for (const blocks of [
    [{}, { from: '10:00', to: '11:00' }],
    [{ everyWeeks: 2 }, { everyWeeks: 2, since: '2026-03-09' }],
    [{ until: '2026-03-10' }, { since: '2026-03-11' }],
    [{}, { weekday: 3 }],
  ]) {
    expect((await save(blocks)).status).toBe(200)
  }
})

test('a booking that begins too soon, too near or on a full day is refused from then on', async () => {
  const { app, reviewer, save, rows } = await start()
  await save([{ from: '09:00', to: '11:00' }], { notice: 60, mostADay: 2 })
  const [first] = await rows()
  app.time.now = (first?.starts_at ?? 0) - 59 * minuteMs
  const advisor = await makePerson(app, 'advisor')
  const { status, body } = await app.send('PUT', '/advisor/book-slot', {
    token: advisor.token,
    body: {
      value: {
        reviewId: await makeReview(app, { advisor }),
        ...{ reviewer: reviewer._id, slot: first?.id },
      },
    },
  })
  expect({ status, body }).toMatchObject({ status: 409 })
})

test('what was saved since it was read is not written over', async () => {
  const { app, reviewer, save, starts } = await start()
  const read = async () => (await app.call(getAvailability, { token: reviewer.token })).body
  expect((await save([{}], { savedAt: null })).status).toBe(200)
  const { savedAt } = await read()
  expect((await save([{ weekday: 3 }], { savedAt })).status).toBe(200)
  const [before, made] = [await read(), await starts()]
  const refused = await save([{ weekday: 4 }], { savedAt })
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'Your availability was saved elsewhere meanwhile. Nothing has changed.' },
  ])
  expect([await read(), await starts()]).toEqual([before, made])
  // Whoever does not say what they have read writes over it, as before.
  expect((await save([{ weekday: 4 }])).status).toBe(200)
})

test('it is said how many slots a change adds and removes', async () => {
  const { save, rows } = await start()
  const { body: first } = await save([{}])
  expect(first).toMatchObject({ adds: 8, removes: 0 })
  const before = new Set((await rows()).map(({ starts_at }) => starts_at))
  const { body: second } = await save([{}], { buffer: 15 })
  const after = await rows()
  expect(after).toHaveLength(4)
  expect(after.filter(({ starts_at }) => !before.has(starts_at))).toEqual([])
  expect(second).toMatchObject({ adds: 0, removes: 4 })
})

test('times that are over are dropped', async () => {
  const { app, reviewer, save } = await start()
  const over = { since: '2020-01-01', until: '2020-02-01' }
  await save([{}, { weekday: 3, until: '2026-03-04' }, { weekday: 4, ...over }])
  const read = async () => {
    const { blocks } = await findAvailability(app.context, reviewer._id)
    return blocks.map(({ weekday }) => weekday)
  }
  expect(await read()).toEqual([2, 3])
  app.time.now += 3 * dayMs
  expect(await read()).toEqual([2])
})
