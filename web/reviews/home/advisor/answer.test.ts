import { expect, test } from 'vitest'
import { answerOf } from './answer.ts'

const some = (count: number, more = false) => ({ count, more })
const none = some(0)
const asNone = { wished: none, lost: none, unmarked: 0 }

test('an advisor reads in words who needs them', () => {
  const both = { ...asNone, decide: some(2), book: some(1), today: 0 }
  expect(answerOf(both)).toBe('3 need you: 2 to decide, 1 to book')
  expect(answerOf({ ...both, decide: none })).toBe('1 needs you: 1 to book')
  expect(answerOf({ ...both, book: none })).toBe('2 need you: 2 to decide')
  expect(answerOf({ ...both, wished: some(1), lost: some(2) })).toBe(
    '6 need you: 1 for another time, 2 without their slot, 2 to decide, 1 to book',
  )
  expect(answerOf({ ...both, unmarked: 2, decide: none })).toBe(
    '3 need you: 1 to book, 2 without marks',
  )
  const many = { ...both, book: some(50, true) }
  expect(answerOf(many)).toBe('52 and more need you: 2 to decide, 50 and more to book')
})

test('an advisor whom nobody needs reads that, and what is today', () => {
  const nobody = { ...asNone, decide: none, book: none, today: 0 }
  expect(answerOf(nobody)).toBe('Nobody needs you now')
  expect(answerOf({ ...nobody, today: 1 })).toBe('Nobody needs you now, there is 1 review today')
  expect(answerOf({ ...nobody, today: 3 })).toBe('Nobody needs you now, there are 3 reviews today')
})
