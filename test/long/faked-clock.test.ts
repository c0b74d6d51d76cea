import { expect, test, vi } from 'vitest'
import type { Slot } from '#contract/kit/slot.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { startDemoAt } from '#test/schools/start-demo-at.ts'

const times = (slots: Slot[]) => slots.map(({ slot_time }) => slot_time)

test('in the night in which the clock is set forward slots are published, listed and booked', async () => {
  // 1:50 AM in New York; 2:00 AM becomes 3:00 AM.
  const { ask, publish, list, book } = await startDemoAt('2026-03-08T06:50:00Z', 'America/New_York')
  const school = await ask<{ now: string }>('GET', '/school')
  expect(school.body.now).toMatch(/^2026-03-08T06:5/)
  expect(Date.parse(school.date ?? '')).toBeCloseTo(Date.parse(school.body.now), -4)

  const made = await publish('2026-03-08', '01:55', '03:10', 5)
  expect(times(made)).toEqual(['1:55 AM', '3:00 AM', '3:05 AM'])
  expect((await list()).slice(0, 3)).toMatchObject(made)
  const booked = await book(made[1])
  expect(booked.status).toBe(200)
  expect(booked.body.review).toMatchObject({ day: '2026-03-08', time: '3:00 AM' })
  expect((await list())[1]).toMatchObject({ slot_time: '3:00 AM', isBooked: true })
})

test('in the night in which the clock is set back each of the repeated times is its own slot', async () => {
  // 1:20 AM in New York, the first time.
  const { publish, list, book } = await startDemoAt('2026-11-01T05:20:00Z', 'America/New_York')
  const made = await publish('2026-11-01', '01:30', '02:30', 30)
  expect(times(made)).toEqual(['1:30 AM', '1:00 AM', '1:30 AM', '2:00 AM'])
  expect((await list()).slice(0, 4)).toMatchObject(made)
  expect((await book(made[2])).body.review).toMatchObject({
    day: '2026-11-01',
    time: '1:30 AM',
    startsAt: '2026-11-01T06:30:00.000Z',
  })
  const shown = (await list()).slice(0, 4)
  expect(shown.map(({ isBooked }) => isBooked)).toEqual([false, false, true, false])
  expect((await book(made[2])).status).toBe(409)
})

test('a half hour that occurs twice is published in full', async () => {
  // Lord Howe goes back from 2:00 AM to 1:30 AM.
  const { publish, list } = await startDemoAt('2026-04-04T12:00:00Z', 'Australia/Lord_Howe')
  const made = await publish('2026-04-05', '01:30', '02:00', 15)
  expect(times(made)).toEqual(['1:30 AM', '1:45 AM', '1:30 AM', '1:45 AM'])
  const shown = (await list()).map(({ _id }) => _id)
  expect(shown).toEqual(expect.arrayContaining(made.map(({ _id }) => _id)))
})

test('a leap day counts as one of the three days', async () => {
  // 28 February 2028, 6 PM in Kathmandu.
  const { publish, list, book } = await startDemoAt('2028-02-28T12:15:00Z', 'Asia/Kathmandu')
  const [leap] = await publish('2028-02-29', '05:00', '05:40', 20)
  const [next] = await publish('2028-03-01', '05:00', '05:40', 20)
  const [beyond] = await publish('2028-03-02', '05:00', '05:40', 20)
  const shown = (await list()).map(({ _id }) => _id)
  expect(shown).toEqual(expect.arrayContaining([leap?._id, next?._id]))
  expect(shown).not.toContain(beyond?._id)
  expect((await book(beyond)).status).toBe(400)
  expect((await book(leap)).body.review).toMatchObject({ day: '2028-02-29', time: '5:00 AM' })
  expect((await book(next)).body.review).toMatchObject({ day: '2028-03-01', time: '5:00 AM' })
})

test('at midnight in the school’s time zone the days move on', async () => {
  // Twenty seconds before midnight in Berlin.
  const { ask, publish, list, book } = await startDemoAt('2026-06-30T21:59:40Z', 'Europe/Berlin')
  const today = '2026-06-30'
  const [fourth] = await publish(addDays(today, 3), '05:00', '05:40', 20)
  const isListed = async () => (await list()).some(({ _id }) => _id === fourth?._id)
  const before = await isListed()
  // A machine too slow for the seconds before midnight shows nothing.
  const { now } = (await ask<{ now: string }>('GET', '/school')).body
  expect(getDateInZone(Date.parse(now), 'Europe/Berlin')).toBe(today)
  expect(before).toBe(false)
  await vi.waitFor(async () => expect(await isListed()).toBe(true), {
    timeout: 60_000,
    interval: 500,
  })
  expect((await book(fourth)).body.review).toMatchObject({ day: '2026-07-03' })
  expect((await list()).every(({ date }) => date > today)).toBe(true)
})
