import { expect, test } from 'vitest'
import { assignLanes } from './lanes.ts'

const at = (from: string, to: string) => ({ startsAt: `T${from}`, endsAt: `T${to}` })
const lanesOf = (...spans: { startsAt: string; endsAt: string }[]) =>
  assignLanes(spans).map(({ lane, lanes }) => `${lane + 1} of ${lanes}`)

test('adjacent items have the full width', () => {
  expect(lanesOf(at('09:00', '09:30'), at('09:30', '10:00'))).toEqual(['1 of 1', '1 of 1'])
})

test('overlapping items get lanes, which are reused', () => {
  expect(
    lanesOf(at('09:00', '10:00'), at('09:00', '09:30'), at('09:30', '10:00'), at('10:00', '11:00')),
  ).toEqual(['1 of 2', '2 of 2', '2 of 2', '1 of 1'])
})
