import { expect, onTestFinished, test, vi } from 'vitest'
import {
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { startReviewer, tuesdays } from '#test/availability/start-reviewer.ts'
import { startTwoReviewers } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { generateAllSlots } from './generate-slots.ts'

const at = (instant: string) => Date.parse(instant)

test('the slots of the next 28 days exist when the reply arrives, at the same wall-clock time', async () => {
  const { app, reviewer, save, starts } = await startReviewer()
  const { status, body } = await save([{}], { mostADay: 4, notice: 60 })
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Availability saved.',
    isDone: true,
    adds: 8,
    removes: 0,
    touches: [],
    savedAt: expect.any(String),
  })
  expect(await starts()).toEqual([
    ...['2026-03-03T14:00', '2026-03-03T14:30', '2026-03-10T13:00', '2026-03-10T13:30'],
    ...['2026-03-17T13:00', '2026-03-17T13:30', '2026-03-24T13:00', '2026-03-24T13:30'],
  ])
  const saved = await app.call(getAvailability, { token: reviewer.token })
  expect(saved.body).toMatchObject({ blocks: [tuesdays], buffer: 0, mostADay: 4, notice: 60 })
})

test('slots are generated every few weeks, within the dates of a block, with a buffer between them', async () => {
  const { save, starts } = await startReviewer()
  await save(
    [
      { everyWeeks: 2, since: '2026-03-04', until: '2026-03-23' },
      { weekday: 1, from: '12:00', to: '12:45', reviewTime: 15 },
    ],
    { buffer: 15 },
  )
  // Today is Monday, and it is noon: a slot that begins right now is too late.
  expect(await starts()).toEqual([
    ...['2026-03-02T17:30', '2026-03-09T16:00', '2026-03-09T16:30'],
    ...['2026-03-16T16:00', '2026-03-16T16:30', '2026-03-17T13:00'],
    ...['2026-03-23T16:00', '2026-03-23T16:30'],
  ])
})

test('each hour the slots of a new day are generated, except for blocked reviewers', async () => {
  const { app, db, reviewer, save, starts } = await startReviewer()
  await save([{}])
  app.time.now += 2 * dayMs
  await generateAllSlots(app.context)
  expect(await starts()).toHaveLength(10)
  await db
    .updateTable('people')
    .set({ blocked_at: app.time.now })
    .where('id', '=', reviewer._id)
    .execute()
  app.time.now += 7 * dayMs
  await generateAllSlots(app.context)
  expect(await starts()).toHaveLength(10)
})

test('slots are generated again a minute after that failed, or the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { app, db, save, starts } = await startReviewer()
  await save([{}])
  const { timeZone } = app.context.settings
  app.context.settings.timeZone = 'Nowhere'
  app.time.now += 2 * dayMs
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(() => expect(app.errors).toHaveLength(1), 30_000)
  app.context.settings.timeZone = timeZone
  await vi.advanceTimersByTimeAsync(minuteMs)
  await vi.waitFor(async () => expect(await starts()).toHaveLength(10), 30_000)

  await db.deleteFrom('slots').execute()
  app.time.now -= hourMs
  await vi.advanceTimersByTimeAsync(minuteMs)
  await vi.waitFor(async () => expect(await starts()).toHaveLength(8), 30_000)
})

test('a reviewer whose slots cannot be generated does not keep others from theirs', async () => {
  const { app, db, reviewer, other, slotsOf } = await startTwoReviewers()
  for (const { token } of [reviewer, other]) {
    const value = { ...emptyAvailability, blocks: [tuesdays] }
    await app.call(saveAvailability, { token, body: { value } })
  }
  await db
    .updateTable('availabilities')
    // Later than any date.
    .set({ saved_at: 9e15 })
    .where('reviewer_id', '=', reviewer._id)
    .execute()
  app.time.now += 2 * dayMs
  await expect(generateAllSlots(app.context)).rejects.toThrow('not all slots were generated')
  expect(await slotsOf(reviewer._id)).toHaveLength(8)
  expect(await slotsOf(other._id)).toHaveLength(10)
})

test('on a holiday no slots are generated, and they come back if it is removed', async () => {
  const { app, save, starts } = await startReviewer()
  app.context.settings.given = { timeZone: 'America/New_York' }
  await save([{}])
  const { token } = await makePerson(app, 'admin')
  const holidays = [{ from: '2026-03-09', to: '2026-03-15', name: 'Spring' }]
  await app.call(saveSchoolSettings, { token, body: { holidays } })
  await generateAllSlots(app.context)
  const others = [
    ...['2026-03-03T14:00', '2026-03-03T14:30'],
    ...['2026-03-17T13:00', '2026-03-17T13:30', '2026-03-24T13:00', '2026-03-24T13:30'],
  ]
  expect(await starts()).toEqual(others)
  await save([{}])
  expect(await starts()).toEqual(others)
  await app.call(saveSchoolSettings, { token, body: { holidays: [] } })
  await generateAllSlots(app.context)
  expect(await starts()).toHaveLength(8)
})

test('where a slot was removed by hand, none of another length or start is generated', async () => {
  const { app, reviewer, save, rows, starts } = await startReviewer()
  await save([{ until: '2026-03-03' }])
  const body = { value: { slots: (await rows()).map(({ id }) => id) } }
  await app.call(removeSlots, { token: reviewer.token, body })
  await save([{ until: '2026-03-03', reviewTime: 40 }])
  expect(await starts()).toEqual([])
  await save([{ until: '2026-03-03', from: '08:10', to: '11:00' }])
  expect(await starts()).toEqual(['2026-03-03T13:10', '2026-03-03T15:10'])
})

test('a slot removed by hand is not generated again, and one added by hand is kept', async () => {
  const { app, reviewer, save, rows, starts } = await startReviewer()
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

test('where a slot added by hand was removed, the weekly availability generates none', async () => {
  const { app, reviewer, save, rows, starts } = await startReviewer()
  const inside = await makeSlot(app, reviewer, at('2026-03-10T13:20:00Z'), 20)
  const outside = [
    await makeSlot(app, reviewer, at('2026-03-10T15:00:00Z'), 30),
    await makeSlot(app, reviewer, at('2026-03-11T13:00:00Z'), 30),
    await makeSlot(app, reviewer, at('2026-03-17T13:00:00Z'), 30),
  ]
  await save([{ until: '2026-03-11' }])
  const body = { value: { slots: [inside, ...outside] } }
  expect((await app.call(removeSlots, { token: reviewer.token, body })).status).toBe(200)
  await generateAllSlots(app.context)
  const others = ['2026-03-03T14:00', '2026-03-03T14:30']
  expect(await starts()).toEqual(others)
  // The others were outside the availability when they were removed.
  await save([
    { until: '2026-03-18', to: '11:30' },
    { weekday: 3, since: '2026-03-11', until: '2026-03-11' },
  ])
  const later = (await rows()).filter(({ starts_at }) => starts_at > at('2026-03-10T00:00:00Z'))
  const day = (date: string, times: string[]) => times.map((time) => at(`${date}T${time}:00Z`))
  expect(later.map(({ starts_at }) => starts_at)).toEqual([
    ...day('2026-03-10', ['14:00', '14:30', '15:00']),
    ...day('2026-03-11', ['13:00', '13:30']),
    ...day('2026-03-17', ['13:00', '13:30', '14:00', '14:30', '15:00']),
  ])
})

test('of two slots removed at the same time the longer one counts', async () => {
  const { app, reviewer, save, starts } = await startReviewer()
  await save([{ until: '2026-03-11' }])
  const removeAt = async (minutes: number) => {
    await app.context.db
      .deleteFrom('slots')
      .where('starts_at', '>', at('2026-03-10T00:00:00Z'))
      .execute()
    const slot = await makeSlot(app, reviewer, at('2026-03-10T13:00:00Z'), minutes)
    const body = { value: { slots: [slot] } }
    await app.call(removeSlots, { token: reviewer.token, body })
  }
  for (const minutes of [30, 60, 20]) await removeAt(minutes)
  await generateAllSlots(app.context)
  expect(await starts()).toEqual(['2026-03-03T14:00', '2026-03-03T14:30'])
})
