import { expect, test } from 'vitest'
import { planLinesMax } from '#contract/limits/plan.ts'
import type { PlanLine } from '#contract/plan.ts'
import { formatOutcome, formatPlanHeadline, formatSelection } from './format.ts'
import { mergeChanges, toBookingBatches, toPlanLines } from './plan-lines.ts'

const unchanged = new Map()

/** A line of the plan with a slot of this name, or none. */
function planned(name: string, slot: string | null): PlanLine {
  const times = { date: '2026-03-03', slot_date: '2026-03-03', slot_time: '10:00 AM' }
  const student = { _id: name, name, email: `${name}@school.test`, week: 1, domain: null }
  return {
    review: { _id: name, week: 1, date: '2026-03-02T00:00:00.000Z', student },
    slot:
      slot === null
        ? null
        : { ...times, _id: slot, isBooked: false, startsAt: '2026-03-03T09:00:00.000Z' },
    reviewer: slot === null ? null : { _id: 'rita', name: 'Rita' },
    why: 'First free slot in their domain',
    notBefore: null,
    isEarlierFree: false,
  }
}

test('selected lines are booked in batches', () => {
  const plan = Array.from({ length: planLinesMax + 2 }, (_, index) =>
    planned(`${index}`, `s${index}`),
  )
  const lines = toPlanLines(
    [...plan, planned('none', null)],
    mergeChanges(unchanged, new Map([['1', { isIn: false }]])),
  )
  const calls = toBookingBatches(lines)
  expect(calls.map(({ length }) => length)).toEqual([planLinesMax, 1])
  expect(calls[0]?.[1]).toEqual({ reviewId: '2', reviewer: 'rita', slot: 's2' })
})

test('lines with the same slot name each other, except deselected ones', () => {
  const plan = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => planned(name, 'one'))
  const lines = toPlanLines(plan, new Map([['Cy', { isIn: false }]]))
  expect(lines.map(({ sharedWith }) => sharedWith)).toEqual([
    ['Bo', 'Di'],
    ['Ada', 'Di'],
    [],
    ['Ada', 'Bo'],
  ])
  expect(formatSelection(lines)).toBe(
    '3 of 4 selected. Ada, Bo, and Di have the same slot. Only one of them can be booked.',
  )
})

test('a later change to a line keeps earlier ones', () => {
  const once = mergeChanges(unchanged, new Map([['Ada', { isIn: false }]]))
  const twice = mergeChanges(once, new Map([['Ada', { isOpen: true }]]))
  expect(toPlanLines([planned('Ada', 'one')], twice)).toMatchObject([{ isIn: false, isOpen: true }])
})

test('the headline says how many have a slot, and what was booked', () => {
  const [one, two, none] = [planned('Ada', 'one'), planned('Bo', 'two'), planned('Cy', null)]
  const say = (plan: PlanLine[], booked: string[] = []) =>
    formatPlanHeadline(toPlanLines(plan, new Map(booked.map((id) => [id, { isBooked: true }]))))
  expect(say([one, two])).toBe('Slots found for both reviews')
  expect(say([one])).toBe('Slot found for 1 review')
  expect(say([one, none])).toBe('Slot found for 1 of 2 reviews')
  expect(say([none])).toBe('No slots left for 1 review')
  expect(say([one, none], ['Ada'])).toBe('1 booked, 1 left to book')
  expect(say([one], ['Ada'])).toBe('1 review booked')
  expect(formatOutcome(5, 2)).toBe('5 of 7 reviews booked. See why 2 could not be booked.')
})
