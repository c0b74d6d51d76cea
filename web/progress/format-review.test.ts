import { expect, test } from 'vitest'
import type { ProgressReview } from '#contract/progress/progress.ts'
import {
  formatCoursePosition,
  formatReviewHeading,
  getEncouragement,
  hasBegun,
  listReviewFacts,
} from './format-review.ts'

const reader = { today: '2026-11-23', timeZone: 'UTC' }
const open: ProgressReview = {
  ...({ week: 3, review: 'three', status: 'not-scheduled', isClosed: false } as const),
  ...({ due: '2026-11-24T10:00:00.000Z', held: null, code: null, theory: null } as const),
  ...({ weekStatus: '', repeats: 0, noShows: 0, minutes: 0, pendingTask: [] } as const),
}
const held: ProgressReview = {
  ...open,
  ...({ status: 'conducted', isClosed: true, code: 77, theory: 68, minutes: 42 } as const),
  due: '2026-11-14T10:00:00.000Z',
  held: '2026-11-16T09:00:00.000Z',
}

test('a review says when it was held, its marks, the minutes, and no-shows', () => {
  expect(listReviewFacts({ ...held, noShows: 1, pendingTask: ['Read'] }, reader)).toEqual([
    'Held Mon 16 Nov, 2 days after it was due',
    'Code 77, theory 68',
    '42 minutes in the call',
    '1 no-show',
    '1 task carried over',
  ])
  const [sameDay] = listReviewFacts({ ...held, due: '2026-11-16T20:00:00.000Z' }, reader)
  const [early] = listReviewFacts({ ...held, due: '2026-11-17T01:00:00.000Z' }, reader)
  expect([sameDay, early]).toEqual([
    'Held Mon 16 Nov, the day it was due',
    'Held Mon 16 Nov, 1 day before it was due',
  ])
})

test('a review that is still to come says when it is due, a skipped one that it ended', () => {
  expect(listReviewFacts(open, reader)).toEqual(['Due tomorrow'])
  expect(listReviewFacts({ ...open, isClosed: true }, reader)).toEqual(['Ended without a review'])
})

test('a repeated week says which time it is', () => {
  const names = [0, 1, 2, 3].map((repeats) => formatReviewHeading({ ...open, repeats }))
  expect(names).toEqual([
    'Week 03',
    'Week 03, second time',
    'Week 03, third time',
    'Week 03, 4th time',
  ])
})

test('a student first reads how far they are, and something that helps', () => {
  const first = { ...held, week: 1 }
  const formatEncouragement = (weeks: ProgressReview[]) =>
    `${formatCoursePosition(weeks)}. ${getEncouragement(weeks)}`
  expect(formatEncouragement([{ ...open, week: 1 }])).toBe(
    'You are in week 01. Each review shows you the next step.',
  )
  expect(formatEncouragement([first, { ...held, week: 2, code: 80 }, open])).toBe(
    '2 weeks are done, and you are in week 03. Your marks went up in the last review.',
  )
  expect(formatEncouragement([first, { ...first, repeats: 1, isClosed: false }])).toBe(
    'You are in week 01. This time you build on what you already know.',
  )
  expect(formatEncouragement([first])).toBe('You reached week 01. Everything you did is below.')
})

test('in the first week there is nothing to show until the review was held', () => {
  expect([hasBegun([]), hasBegun([open]), hasBegun([held]), hasBegun([held, open])]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
