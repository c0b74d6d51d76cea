import { expect, test } from 'vitest'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { startReviewer } from '#test/availability/start-reviewer.ts'

const overlapping = 'This overlaps other times on the same day'
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
  const { save, rows } = await startReviewer()
  const { status, body } = await save(blocks)
  expect(status).toBe(400)
  expect(body.errors).toEqual(errors)
  expect(await rows()).toEqual([])
})

test('missing or out-of-range values are refused', async () => {
  const { save } = await startReviewer()
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

test('blocks of one weekday that never meet are accepted: consecutive, in other weeks, at other times', async () => {
  const { save } = await startReviewer()
  for (const blocks of [
    [{}, { from: '10:00', to: '11:00' }],
    [{ everyWeeks: 2 }, { everyWeeks: 2, since: '2026-03-09' }],
    [{ until: '2026-03-10' }, { since: '2026-03-11' }],
    [{}, { weekday: 3 }],
  ]) {
    expect((await save(blocks)).status).toBe(200)
  }
})
