import { expect, test } from 'vitest'
import { findViolationsAfter, noAnswer, type RaceDraft } from '../correct-race.ts'

test.each<[string, (race: RaceDraft) => void, RegExp]>([
  [
    'a review that was followed twice',
    ({ log }) => Object.assign(log.followedAgain, { status: 200 }),
    /review second was followed 2 times/,
  ],
  [
    'an acknowledged follow after which nothing follows',
    ({ after }) => Object.assign(after.reviews.next, { follows: null }),
    /follow .* was acknowledged, and nothing follows/,
  ],
  [
    'a review that was closed and not followed',
    ({ after, log }) => {
      Object.assign(after.reviews.next, { follows: null })
      Object.assign(log.followed, noAnswer)
    },
    /review second is closed with 0 that follow it/,
  ],
  [
    'a review that nobody closed',
    ({ log }) => Object.assign(log.followed, { status: 409 }),
    /review second is closed, which nobody was told of/,
  ],
  [
    'a closed review that holds its slot',
    ({ after }) =>
      Object.assign(after.reviews.second, { status: 'review-scheduled', slot: 'half' }),
    /review second is closed and still holds half/,
  ],
  [
    'the wrong week after a follow',
    ({ after }) => Object.assign(after.reviews.next, { week: 4 }),
    /follow .* was acknowledged, and a review of week 4 follows/,
  ],
  [
    'a student left behind in the week before',
    ({ after }) => Object.assign(after.people[1] ?? {}, { week: 4 }),
    /student sue is in week 4 with open reviews of weeks: 5/,
  ],
])('the checker finds %s', (_what, corrupt, violation) => {
  expect(findViolationsAfter(corrupt)).toMatch(violation)
})
