import { expect, test } from 'vitest'
import { getFieldMessages } from '#test/field-messages.ts'
import { Holiday, Holidays, makeNewHolidaySchema } from './holidays.ts'

const easter = { from: '2026-04-03', to: '2026-04-06', name: 'Easter' }
const summer = { from: '2026-07-01', to: '2026-08-15', name: 'Summer' }

test('holidays are sorted by date', () => {
  expect(Holidays.parse([summer, easter])).toEqual([easter, summer])
})

test.each([
  [{ to: '2026-04-02' }, { to: 'The last day must not be before the first' }],
  [{ to: '2027-04-04' }, { to: 'A holiday can have at most 366 days' }],
  [{ from: '' }, { from: 'Please choose a date' }],
  [{ from: '2026-02-30' }, { from: 'Please choose a date' }],
  [{ name: ' ' }, { name: 'Please enter a name' }],
  [{ name: 'x'.repeat(61) }, { name: 'Please use at most 60 characters' }],
])('a holiday with %j is refused at the field', (change, errors) => {
  expect(getFieldMessages(Holiday, { ...easter, ...change })).toEqual(errors)
})

test('overlapping holidays are refused with the name of the other one', () => {
  const spring = { from: '2026-04-06', to: '2026-04-10', name: 'Spring' }
  expect(getFieldMessages(Holidays, [easter, summer, spring])).toEqual({
    '2.from': 'These days overlap Easter',
  })
  expect(getFieldMessages(makeNewHolidaySchema([easter]), spring)).toEqual({
    from: 'These days overlap Easter',
  })
  expect(getFieldMessages(Holidays, [easter, { ...spring, from: '2026-04-07' }])).toEqual({})
})

test('a school has at most 100 holidays', () => {
  const days = Array.from({ length: 101 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
    return { from: date, to: date, name: 'Day off' }
  })
  expect(getFieldMessages(Holidays, days.slice(1))).toEqual({})
  expect(Object.values(getFieldMessages(Holidays, days))).toEqual([
    'No more than 100 holidays. Please remove past ones.',
  ])
})
