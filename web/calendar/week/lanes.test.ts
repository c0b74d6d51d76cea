import { expect, test } from 'vitest'
import { assignLanes } from './lanes.ts'

const at = (from: string, to: string) => ({ startsAt: `T${from}`, endsAt: `T${to}` })
const lanesOf = (...spans: { startsAt: string; endsAt: string }[]) =>
  assignLanes(spans).map(({ lane, lanes }) => `${lane + 1} of ${lanes}`)

test('what follows one another has all the room, also where it touches', () => {
  expect(lanesOf(at('09:00', '09:30'), at('09:30', '10:00'))).toEqual(['1 of 1', '1 of 1'])
})

test('what is at the same time stands beside each other, and a lane is used again', () => {
  expect(
    lanesOf(at('09:00', '10:00'), at('09:00', '09:30'), at('09:30', '10:00'), at('10:00', '11:00')),
  ).toEqual(['1 of 2', '2 of 2', '2 of 2', '1 of 1'])
})
