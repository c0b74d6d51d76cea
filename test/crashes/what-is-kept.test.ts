import { expect, test } from 'vitest'
import { findLosses } from './find-losses.ts'

const follow = {
  what: 'follow r1',
  effects: { 'review r1': 'closed', 'review after r1': 'week 5', 'slot s1': null },
}
const before = () =>
  new Map([
    ['review r1', 'open'],
    ['slot s1', 'booked'],
    ['person ana', 'verified'],
  ])
const done = () =>
  new Map([
    ['review r1', 'closed'],
    ['review after r1', 'week 5'],
    ['person ana', 'verified'],
  ])

test('nothing is lost if everything acknowledged is there', () => {
  expect(findLosses(before(), [], before())).toEqual([])
  expect(findLosses(before(), [], new Map([...before(), ['more', 'x']]))).toEqual([])
})

test('a call without a reply may have been applied, and must stay applied then', () => {
  expect(findLosses(before(), [follow], before())).toEqual([])
  const known = before()
  expect(findLosses(known, [follow], done())).toEqual([])
  expect(findLosses(known, [], done())).toEqual([])
  expect(findLosses(known, [], before())).toHaveLength(3)
})

test('finds an acknowledged change that is missing, one that differs and one that was undone', () => {
  const without = before()
  without.delete('person ana')
  expect(findLosses(before(), [], without)).toEqual(['lost: person ana was verified and is null'])
  expect(findLosses(before(), [], new Map([...before(), ['review r1', 'closed']]))).toEqual([
    'lost: review r1 was open and is closed',
  ])
})

test.each([
  ['review r1', 'open'],
  ['review after r1', undefined],
  ['slot s1', 'booked'],
])('a call applied except for %s is applied partly', (name, value) => {
  const actual = done()
  if (value === undefined) actual.delete(name)
  else actual.set(name, value)
  const [half] = findLosses(before(), [follow], actual)
  expect(half).toMatch(/^follow r1 is half done: .*review r1 was open/)
})
