import { expect, test } from 'vitest'
import { getHeadline } from './headline.ts'

const some = (count: number, more = false) => ({ count, more })
const none = some(0)
const asNone = { wished: none, lost: none, unmarked: 0 }

test('an advisor reads in words who needs them', () => {
  const both = { ...asNone, decide: some(2), book: some(1), today: 0 }
  expect(getHeadline(both)).toBe('3 need you: 2 to decide, 1 to book')
  expect(getHeadline({ ...both, decide: none })).toBe('1 needs you: 1 to book')
  expect(getHeadline({ ...both, book: none })).toBe('2 need you: 2 to decide')
  expect(getHeadline({ ...both, wished: some(1), lost: some(2) })).toBe(
    '6 need you: 1 for another time, 2 without their slot, 2 to decide, 1 to book',
  )
  expect(getHeadline({ ...both, unmarked: 2, decide: none })).toBe(
    '3 need you: 1 to book, 2 without marks',
  )
  const many = { ...both, book: some(50, true) }
  expect(getHeadline(many)).toBe('52 and more need you: 2 to decide, 50 and more to book')
})

test('what the school’s plan does not book yet is told apart, with the day before which it is not', () => {
  const later = { ...some(4), when: 'not before Thu 3 Dec' }
  const both = { ...asNone, decide: some(2), book: some(1), today: 0, later }
  expect(getHeadline(both)).toBe(
    '3 need you: 2 to decide, 1 to book now. 4 more, not before Thu 3 Dec',
  )
  expect(getHeadline({ ...both, book: none })).toBe(
    '2 need you: 2 to decide. 4 to book, not before Thu 3 Dec',
  )
  const nobody = { ...both, book: none, decide: none }
  expect(getHeadline(nobody)).toBe('Nobody needs you now. 4 to book, not before Thu 3 Dec')
  expect(getHeadline({ ...nobody, later: { ...later, more: true } })).toBe(
    'Nobody needs you now. 4 and more to book, not before Thu 3 Dec',
  )
})

test('an advisor whom nobody needs reads that, and what is today', () => {
  const nobody = { ...asNone, decide: none, book: none, today: 0 }
  expect(getHeadline(nobody)).toBe('Nobody needs you now')
  expect(getHeadline({ ...nobody, today: 1 })).toBe('Nobody needs you now, there is 1 review today')
  expect(getHeadline({ ...nobody, today: 3 })).toBe(
    'Nobody needs you now, there are 3 reviews today',
  )
})
