import { expect, test } from 'vitest'
import { getHeadline } from './headline.ts'

const some = (count: number, more = false) => ({ count, more })
const none = some(0)
const asNone = { wished: none, lost: none, unmarked: 0 }

test('the headline says how many reviews need the advisor', () => {
  const both = { ...asNone, decide: some(2), book: some(1), today: 0 }
  expect(getHeadline(both)).toBe('3 reviews need you: 2 to decide, 1 to schedule')
  expect(getHeadline({ ...both, decide: none })).toBe('1 review needs you: 1 to schedule')
  expect(getHeadline({ ...both, book: none })).toBe('2 reviews need you: 2 to decide')
  expect(getHeadline({ ...both, wished: some(1), lost: some(2) })).toBe(
    '6 reviews need you: 1 to reschedule, 2 lost their slot, 2 to decide, 1 to schedule',
  )
  expect(getHeadline({ ...both, unmarked: 2, decide: none })).toBe(
    '3 reviews need you: 1 to schedule, 2 without marks',
  )
  const many = { ...both, book: some(50, true) }
  expect(getHeadline(many)).toBe('52+ reviews need you: 2 to decide, 50+ to schedule')
})

test('reviews that the planner books later are counted apart, with the date', () => {
  const later = { ...some(4), when: 'from Thu 3 Dec' }
  const both = { ...asNone, decide: some(2), book: some(1), today: 0, later }
  expect(getHeadline(both)).toBe(
    '3 reviews need you: 2 to decide, 1 to schedule now. 4 more from Thu 3 Dec',
  )
  expect(getHeadline({ ...both, book: none })).toBe(
    '2 reviews need you: 2 to decide. 4 to schedule from Thu 3 Dec',
  )
  const nobody = { ...both, book: none, decide: none }
  expect(getHeadline(nobody)).toBe('Nothing needs your attention. 4 to schedule from Thu 3 Dec')
  expect(getHeadline({ ...nobody, later: { ...later, more: true } })).toBe(
    'Nothing needs your attention. 4+ to schedule from Thu 3 Dec',
  )
})

test('without reviews that need the advisor, the headline names today’s', () => {
  const nobody = { ...asNone, decide: none, book: none, today: 0 }
  expect(getHeadline(nobody)).toBe('Nothing needs your attention')
  expect(getHeadline({ ...nobody, today: 1 })).toBe('Nothing needs your attention. 1 review today')
  expect(getHeadline({ ...nobody, today: 3 })).toBe('Nothing needs your attention. 3 reviews today')
})
