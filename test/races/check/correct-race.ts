import type { Action, Entry, HistoryLine, Race, ReviewState, State } from '../race-log.ts'
import { findViolations } from './check.ts'

const tomorrow = Date.parse('2026-03-03T00:00:00Z')
export const atHour = (hour: number) => tomorrow + hour * 3_600_000
export const makeSlot = (id: string, hour: number) => ({
  id,
  reviewer: 'ria',
  startsAt: atHour(hour),
  endsAt: atHour(hour + 1),
  isMade: false,
  isSpent: false,
})
export const makeWaitingReview = (id: string, student: string): ReviewState => ({
  id,
  student,
  week: 4,
  status: 'not-scheduled',
  slot: null,
  freed: null,
  lostWith: null,
  follows: null,
  isClosed: false,
  hasRequest: false,
})
export const makeSlotRange = (timeStart: string, timeEnd: string) => ({
  date: '2026-03-03',
  timeStart,
  timeEnd,
  reviewTime: 30,
})
export const makeBooking = (review: string, wanted: string): Action => ({
  call: 'book',
  review,
  reviewer: 'ria',
  slot: wanted,
})

export const makeHistoryLine = (
  review: string,
  what: HistoryLine['what'],
  who: string,
  more: Partial<HistoryLine> = {},
): HistoryLine => ({
  id: `${review} ${what}`,
  review,
  at: atHour(0),
  what,
  who,
  from: null,
  to: null,
  undoes: null,
  ...more,
})

const cleanHistory = () => [
  makeHistoryLine('first', 'booked', 'ana', { to: 'nine' }),
  makeHistoryLine('first', 'marked', 'ria'),
  makeHistoryLine('second', 'booked', 'bea', { to: 'ten' }),
  makeHistoryLine('second', 'decided', 'bea', { from: 'ten' }),
  makeHistoryLine('third', 'booked', 'ana', { to: 'ten', at: atHour(0) + 1 }),
]

/** The audit log that matches a history. */
export const makeAuditLog = (lines: HistoryLine[]): State['auditLog'] =>
  lines
    .filter(({ from, to }) => from !== to)
    .map(({ id, review, from, to }) => ({
      id,
      review,
      from,
      to,
    }))

/** A correct race in which calls follow one another. */
export function makeCorrectRace() {
  let now = 0
  const entry = (who: string, asked: Action, status: number): Entry => ({
    who,
    asked,
    status,
    sentAt: now++,
    answeredAt: now++,
    clock: { sent: atHour(0), answered: atHour(0) },
  })
  const follow = { call: 'follow', review: 'second', way: 'next-week' } as const
  const person = (id: string, week: number | null, isBlocked = false) => ({ id, week, isBlocked })
  const race = {
    before: {
      readAt: tomorrow,
      slots: [makeSlot('nine', 9), makeSlot('ten', 10)],
      bookingRules: [],
      auditLog: [],
      history: [],
      reviews: [
        makeWaitingReview('first', 'sam'),
        makeWaitingReview('second', 'sue'),
        makeWaitingReview('third', 'sol'),
      ],
      people: [person('sam', 4), person('sue', 4), person('sol', 4), person('ria', null)],
    },
    log: {
      booked: entry('ana', makeBooking('first', 'nine'), 200),
      tooLate: entry('bea', makeBooking('second', 'nine'), 409),
      marked: entry('ria', { call: 'mark', review: 'first' }, 200),
      bookedToo: entry('bea', makeBooking('second', 'ten'), 200),
      followed: entry('bea', follow, 200),
      followedAgain: entry('bea', follow, 409),
      takenOver: entry('ana', makeBooking('third', 'ten'), 200),
      added: entry('ria', { call: 'add slots', range: makeSlotRange('12:00', '13:00') }, 200),
      overlapping: entry('ria', { call: 'add slots', range: makeSlotRange('12:30', '13:30') }, 409),
      blocked: entry('adam', { call: 'block', person: 'ria', role: 'reviewer' }, 200),
      afterBlock: entry('ana', makeBooking('fourth', 'nine'), 404),
    },
    after: {
      // The booked slots have begun before the block.
      readAt: atHour(11),
      slots: [
        makeSlot('nine', 9),
        makeSlot('ten', 10),
        { ...makeSlot('noon', 12), endsAt: atHour(12.5) },
        { ...makeSlot('half', 12.5), endsAt: atHour(13) },
      ],
      bookingRules: [],
      auditLog: makeAuditLog(cleanHistory()),
      history: cleanHistory(),
      reviews: {
        first: { ...makeWaitingReview('first', 'sam'), status: 'conducted', slot: 'nine' },
        second: { ...makeWaitingReview('second', 'sue'), isClosed: true },
        next: { ...makeWaitingReview('next', 'sue'), week: 5, follows: 'second' as string | null },
        third: { ...makeWaitingReview('third', 'sol'), status: 'review-scheduled', slot: 'ten' },
      },
      people: [person('sam', 4), person('sue', 5), person('sol', 4), person('ria', null, true)],
    },
  }
  return race
}

export type RaceDraft = ReturnType<typeof makeCorrectRace>

/** The race in the checker's format. */
export function toRace({ before, log, after }: RaceDraft): Race {
  return {
    before,
    log: Object.values(log),
    after: { ...after, reviews: Object.values(after.reviews) },
  }
}

export const noAnswer = { status: undefined, answeredAt: Infinity }

/** The violations found after `corrupt` has changed the correct race. */
export function findViolationsAfter(corrupt: (race: RaceDraft) => void): string {
  const race = makeCorrectRace()
  corrupt(race)
  return findViolations(toRace(race)).join('\n')
}
