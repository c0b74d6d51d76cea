import { expect, test } from 'vitest'
import type { Review } from '#contract/reviews/reviews.ts'
import type { ListedReviewer } from '#contract/slots/reviewers.ts'
import { formatFreeSlotSummary, groupReviewers, suggestReviewer } from './suggest-reviewer.ts'

const web = { _id: 'web', name: 'Web' }
const data = { _id: 'data', name: 'Data' }

function reviewer(name: string, domain: ListedReviewer['domain'], hour?: number): ListedReviewer {
  const firstFree = hour
    ? {
        date: '2026-03-03',
        slot_time: `${hour}:00 AM`,
        startsAt: `2026-03-03T${String(hour).padStart(2, '0')}:00:00.000Z`,
      }
    : null
  return { _id: name, name, email: '', domain, freeSlots: hour ? 2 : 0, firstFree }
}

// Only the domain of the review matters here.
const review = { student: { domain: web } } as Review
const all = [
  reviewer('Abel', [data], 8),
  reviewer('Bea', [web]),
  reviewer('Cato', [web], 11),
  reviewer('Dora', [data, web], 9),
  reviewer('Emil', [web], 9),
]
const getNames = (reviewers: ListedReviewer[]) => reviewers.map(({ name }) => name)

test('reviewers of the student’s domain are a group of their own, earliest free slot first', () => {
  const { own, others } = groupReviewers(all, review)
  expect(getNames(own)).toEqual(['Dora', 'Emil', 'Cato', 'Bea'])
  expect(getNames(others)).toEqual(['Abel'])
  expect(getNames(groupReviewers(all, undefined).others)).toEqual([
    'Abel',
    'Dora',
    'Emil',
    'Cato',
    'Bea',
  ])
})

test('no reviewer of another domain, or without free slots, is suggested', () => {
  expect(suggestReviewer(all, review)?.name).toBe('Dora')
  expect(suggestReviewer(all.slice(0, 2), review)).toBeUndefined()
})

test('a reviewer’s option shows the number of free slots and the first one', () => {
  expect(all.map((one) => formatFreeSlotSummary(one, '2026-03-02'))).toEqual([
    '2 free, first tomorrow, 8:00 AM',
    'none free',
    '2 free, first tomorrow, 11:00 AM',
    '2 free, first tomorrow, 9:00 AM',
    '2 free, first tomorrow, 9:00 AM',
  ])
})
