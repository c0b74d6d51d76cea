import { expect, test } from 'vitest'
import {
  type AdvisorLoad,
  chooseAdvisors,
  getLoadsAfter,
  type ReviewToReassign,
} from './choose-advisors.ts'

const load = (id: string, students: number, openReviews = students): AdvisorLoad => ({
  id,
  students,
  openReviews,
})
const moving = (from: string | null, isActive = true): ReviewToReassign => ({ from, isActive })

/** The number of students of each advisor once the reviews are shared. */
function share(reviews: ReviewToReassign[], advisors: AdvisorLoad[]) {
  const chosen = chooseAdvisors(reviews, advisors, 'share')
  const moved = reviews.map((review, place) => ({ ...review, to: chosen[place] ?? null }))
  return getLoadsAfter(advisors, moved)
}

test('shared students even out how many each advisor has', () => {
  const leaving = [moving('ada'), moving('ada'), moving('ada'), moving('ada')]
  expect(share(leaving, [load('ben', 5), load('cem', 2)])).toEqual([load('ben', 6), load('cem', 5)])
  expect(share(leaving, [load('ben', 3), load('cem', 3)])).toEqual([load('ben', 5), load('cem', 5)])
})

test('students who do not take part do not count as a load, and are shared by the open reviews', () => {
  const advisors = [load('ben', 1, 9), load('cem', 2, 2)]
  const reviews = [moving('ada', false), moving('ada', false), moving('ada')]
  expect(share(reviews, advisors)).toEqual([load('ben', 2, 10), load('cem', 2, 4)])
})

test('nobody keeps the students they had, even with the fewest', () => {
  const advisors = [load('ada', 2), load('ben', 9)]
  expect(chooseAdvisors([moving('ada'), moving('ada')], advisors, 'share')).toEqual(['ben', 'ben'])
  expect(chooseAdvisors([moving('ada')], [load('ada', 1)], 'share')).toEqual([null])
})

test('without sharing all go to the one advisor, or to nobody', () => {
  const reviews = [moving('ada'), moving(null)]
  expect(chooseAdvisors(reviews, [load('ben', 0)], 'ben')).toEqual(['ben', 'ben'])
  expect(chooseAdvisors(reviews, [], null)).toEqual([null, null])
})
