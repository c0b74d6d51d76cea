import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DayDemand, describeShortage, findFirstShortDay } from './slot-shortage.ts'

const demand = fc.array(
  fc.record({ day: fc.constant('2026-03-04'), due: fc.nat(9), free: fc.nat(9) }),
  { maxLength: 4 },
)

test('slots run short on the first day by which more reviews are due than slots are free', () => {
  fc.assert(
    fc.property(demand, (days: DayDemand[]) => {
      const short = findFirstShortDay(days)
      const before = short ? days.slice(0, days.indexOf(short)) : days
      expect(before.every(({ due, free }) => due <= free)).toBe(true)
      if (short) expect(short.due).toBeGreaterThan(short.free)
    }),
  )
})

test('a shortage says by when, how many reviews are due and how many slots are free', () => {
  expect(describeShortage({ day: '2026-03-04', due: 2, free: 1 })).toBe(
    '2 reviews are due by Wed 4 Mar, and 1 slot is free until then',
  )
})
