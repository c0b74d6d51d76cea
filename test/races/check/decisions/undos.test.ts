import { expect, test } from 'vitest'
import type { Action, Entry, Race, ReviewState } from '../../race-log.ts'
import { findViolations } from '../check.ts'

const review = (id: string, week: number, more: Partial<ReviewState> = {}): ReviewState => ({
  id,
  student: 'sam',
  week,
  status: 'not-scheduled',
  slot: null,
  freed: null,
  lostWith: null,
  follows: null,
  isClosed: false,
  hasRequest: false,
  ...more,
})

/** A decision that was undone and gave back its slot, and a call that came too late. */
function cleanRace() {
  let now = 0
  const entry = (asked: Action, status: number): Entry => ({
    who: 'ana',
    asked,
    status,
    sentAt: now++,
    answeredAt: now++,
    clock: { sent: 0, answered: 0 },
  })
  const undo = { call: 'undo', review: 'first' } as const
  const back = { id: 'back', review: 'first', from: null, to: 'nine' }
  const slots = [
    { id: 'nine', reviewer: 'ria', startsAt: 10, endsAt: 11, isMade: false, isSpent: false },
  ]
  const people = (week: number) => [{ id: 'sam', week, isBlocked: false }]
  return {
    before: {
      readAt: 0,
      slots,
      people: people(5),
      bookingRules: [],
      history: [],
      auditLog: [],
      reviews: [
        review('first', 4, { freed: 'nine', isClosed: true }),
        review('next', 5, { follows: 'first' }),
      ],
    },
    log: { undone: entry(undo, 200), again: entry(undo, 409) },
    after: {
      readAt: 0,
      slots,
      people: people(4),
      bookingRules: [],
      history: [{ ...back, at: 1, what: 'undone' as const, who: 'ana', undoes: null }],
      auditLog: [back],
      reviews: [review('first', 4, { freed: 'nine', slot: 'nine', status: 'review-scheduled' })],
    },
  }
}

type Draft = ReturnType<typeof cleanRace>
const finish = ({ log, ...race }: Draft): Race => ({ ...race, log: Object.values(log) })

test('a correct undo has no violations', () => {
  expect(findViolations(finish(cleanRace()))).toEqual([])
})

test.each<[string, (race: Draft) => void, RegExp]>([
  [
    'a decision that was undone twice',
    ({ log }) => Object.assign(log.again, { status: 200 }),
    /review first was undone 2 times/,
  ],
  [
    'an undo after which all is as it was',
    ({ before, after }) => Object.assign(after, before),
    /undo .* was acknowledged, and the review is closed/,
  ],
  [
    'a slot that did not come back',
    ({ after }) => Object.assign(after, { reviews: [review('first', 4, { freed: 'nine' })] }),
    /undo .* was acknowledged, and nine did not come back/,
  ],
  [
    'a review that is open again and gone by nobody',
    ({ log }) => Object.assign(log.undone, { status: 409 }),
    /review first is open again.*\n(.*\n)*review next is gone, which nobody was told of/,
  ],
  [
    'a week that did not come back',
    ({ after, before }) => Object.assign(after, { people: before.people }),
    /student sam is in week 5 with open reviews of weeks: 4/,
  ],
  [
    'a loser without a winner',
    ({ log }) => Object.assign(log, { undone: log.again }),
    /undo .* got 409 though nothing stood in its way/,
  ],
  [
    'a booking of the review that was taken away',
    ({ log }) => {
      const asked = { call: 'book', review: 'next', reviewer: 'ria', slot: 'nine' } as const
      Object.assign(log.again, { asked, status: 200 })
    },
    /book .*"next".* was acknowledged, and the review is gone/,
  ],
])('the checker finds %s', (_what, corrupt, violation) => {
  const race = cleanRace()
  corrupt(race)
  expect(findViolations(finish(race)).join('\n')).toMatch(violation)
})
