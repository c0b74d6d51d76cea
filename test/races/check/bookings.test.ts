import { expect, test } from 'vitest'
import {
  atHour,
  findViolationsAfter,
  makeAuditLog,
  makeBooking,
  makeHistoryLine,
  makeWaitingReview,
  type RaceDraft,
} from './correct-race.ts'

test.each<[string, (race: RaceDraft) => void, RegExp]>([
  [
    'a slot that two reviews hold',
    ({ after }) => Object.assign(after.reviews.third, { slot: 'nine' }),
    /slot nine is held by first, third/,
  ],
  [
    'a slot that was given to two',
    ({ log }) => Object.assign(log.tooLate, { status: 200 }),
    /slot nine was given to two: .*"first".*"second"/,
  ],
  [
    'a slot that was taken over before it was left',
    ({ log }) => Object.assign(log.takenOver, { sentAt: 6.1, answeredAt: 6.2 }),
    /slot ten was given to two/,
  ],
  [
    'a review that was given two slots',
    ({ log }) => {
      Object.assign(log.tooLate, { asked: makeBooking('third', 'nine'), status: 200 })
    },
    /review third was given nine, ten/,
  ],
  [
    'a slot ahead that is kept with a blocked reviewer',
    ({ after }) => Object.assign(after, { readAt: atHour(0) }),
    /review third keeps its slot with a reviewer who is blocked/,
  ],
  [
    'an acknowledged booking that is not there',
    ({ after }) => Object.assign(after.reviews.third, { status: 'not-scheduled', slot: null }),
    /book .*"third".* was acknowledged, and the review stands with null/,
  ],
  [
    'an acknowledged booking whose review is gone',
    ({ after }) => {
      Object.assign(after.reviews, { third: makeWaitingReview('other', 'sol') })
    },
    /book .*"third".* was acknowledged, and the review is gone/,
  ],
  [
    'a booking that a refused call has left behind',
    ({ log }) => Object.assign(log.takenOver, { status: 409 }),
    /review third stands with ten, which nobody was told of/,
  ],
  [
    'a booking that nobody asked for',
    ({ after }) => Object.assign(after.reviews.next, { status: 'review-scheduled', slot: 'half' }),
    /review next stands with half, which nobody was told of/,
  ],
  [
    'a booking after the review was followed',
    ({ log }) => Object.assign(log.bookedToo, { sentAt: 30, answeredAt: 31 }),
    /book .*"second".* was acknowledged after the review had been followed/,
  ],
  [
    'a booking after the reviewer was blocked',
    ({ log }) => Object.assign(log.takenOver, { sentAt: 30, answeredAt: 31 }),
    /was acknowledged after the block of ria/,
  ],
  [
    'a booking of another reviewer’s slot',
    ({ after, before }) => {
      for (const { slots } of [before, after]) Object.assign(slots[1] ?? {}, { reviewer: 'rob' })
    },
    /the slot is none of that reviewer/,
  ],
  [
    'a loser who gets anything but 409',
    ({ log }) => Object.assign(log.tooLate, { status: 404 }),
    /book .*"second".* got 404 though nothing stood in its way/,
  ],
  [
    'a loser whom the server fails',
    ({ log }) => Object.assign(log.tooLate, { status: 500 }),
    /book .*"second".* was answered with 500/,
  ],
  [
    'a loser without a winner',
    ({ log, after }) => {
      Object.assign(log, { booked: log.tooLate, marked: log.followedAgain })
      Object.assign(after.reviews.first, { status: 'not-scheduled', slot: null })
    },
    /book .*"second".*"nine".* got 409 though nothing stood in its way/,
  ],
  [
    'somebody kept out who was not blocked',
    ({ log }) => Object.assign(log.tooLate, { status: 401 }),
    /got 401 though nothing stood in its way/,
  ],
])('the checker finds %s', (_what, corrupt, violation) => {
  expect(findViolationsAfter(corrupt)).toMatch(violation)
})

test('a booking may be lost to a block of its reviewer, if the review says so', () => {
  const lost = { status: 'not-scheduled', slot: null, lostWith: 'ria' }
  const freed = makeHistoryLine('third', 'lost', 'adam', { from: 'ten', at: atHour(0) + 2 })
  const lose = ({ after }: RaceDraft) => {
    Object.assign(after.reviews.third, lost)
    after.history.push(freed)
    after.auditLog.push(...makeAuditLog([freed]))
  }
  expect(findViolationsAfter(lose)).toBe('')
})
