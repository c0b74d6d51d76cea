import { expect, test } from 'vitest'
import { findViolations } from './check.ts'
import type { Asked, Entry, Race, ReviewState } from './ledger.ts'

const tomorrow = Date.parse('2026-03-03T00:00:00Z')
const at = (hour: number) => tomorrow + hour * 3_600_000
const slot = (id: string, hour: number) => ({
  id,
  reviewer: 'ria',
  startsAt: at(hour),
  endsAt: at(hour + 1),
})
const waiting = (id: string, student: string): ReviewState => ({
  ...{ id, student, week: 4, status: 'not-scheduled', slot: null },
  ...{ freed: null, follows: null, isClosed: false },
})
const range = (timeStart: string, timeEnd: string) => ({
  ...{ date: '2026-03-03', timeStart, timeEnd, reviewTime: 30 },
})
const booking = (review: string, wanted: string): Asked => ({
  ...{ call: 'book', review, reviewer: 'ria', slot: wanted },
})

/** A race that went as it should, each call after the one before it. */
function cleanRace() {
  let now = 0
  const entry = (who: string, asked: Asked, status: number): Entry => ({
    ...{ who, asked, status },
    ...{ sentAt: now++, answeredAt: now++ },
  })
  const follow = { call: 'follow', review: 'second', way: 'next-week' } as const
  const person = (id: string, week: number | null, isBlocked = false) => ({ id, week, isBlocked })
  const race = {
    before: {
      readAt: tomorrow,
      slots: [slot('nine', 9), slot('ten', 10)],
      reviews: [waiting('first', 'sam'), waiting('second', 'sue'), waiting('third', 'sol')],
      people: [person('sam', 4), person('sue', 4), person('sol', 4), person('ria', null)],
    },
    log: {
      booked: entry('ana', booking('first', 'nine'), 200),
      tooLate: entry('bea', booking('second', 'nine'), 409),
      marked: entry('ria', { call: 'mark', review: 'first' }, 200),
      bookedToo: entry('bea', booking('second', 'ten'), 200),
      followed: entry('bea', follow, 200),
      followedAgain: entry('bea', follow, 409),
      takenOver: entry('ana', booking('third', 'ten'), 200),
      added: entry('ria', { call: 'add slots', range: range('12:00', '13:00') }, 200),
      overlapping: entry('ria', { call: 'add slots', range: range('12:30', '13:30') }, 409),
      blocked: entry('adam', { call: 'block', person: 'ria', role: 'reviewer' }, 200),
      afterBlock: entry('ana', booking('fourth', 'nine'), 404),
    },
    after: {
      readAt: tomorrow,
      slots: [
        slot('nine', 9),
        slot('ten', 10),
        { ...slot('noon', 12), endsAt: at(12.5) },
        { ...slot('half', 12.5), endsAt: at(13) },
      ],
      reviews: {
        first: { ...waiting('first', 'sam'), status: 'conducted', slot: 'nine' },
        second: { ...waiting('second', 'sue'), isClosed: true },
        next: { ...waiting('next', 'sue'), week: 5, follows: 'second' as string | null },
        third: { ...waiting('third', 'sol'), status: 'review-scheduled', slot: 'ten' },
      },
      people: [person('sam', 4), person('sue', 5), person('sol', 4), person('ria', null, true)],
    },
  }
  return race
}

type Draft = ReturnType<typeof cleanRace>

/** The race as the checker is given it. */
function finish({ before, log, after }: Draft): Race {
  return {
    before,
    log: Object.values(log),
    after: { ...after, reviews: Object.values(after.reviews) },
  }
}

const noAnswer = { status: undefined, answeredAt: Infinity }

test('a race in which everything went as it should has no violations', () => {
  expect(findViolations(finish(cleanRace()))).toEqual([])
})

test('calls without an answer may have come into effect, or not', () => {
  const done = cleanRace()
  Object.assign(done.log.bookedToo, { status: 500 })
  expect(findViolations(finish(done))).toEqual([expect.stringContaining('answered with 500')])
  const undone = cleanRace()
  Object.assign(undone.log.takenOver, noAnswer)
  Object.assign(undone.after.reviews.third, { status: 'not-scheduled', slot: null })
  expect(findViolations(finish(undone))).toEqual([expect.stringContaining('had no answer')])
})

test('a booking whose slot was freed while it was asked for may win', () => {
  const race = cleanRace()
  const { bookedToo, followed, takenOver } = race.log
  Object.assign(takenOver, { sentAt: bookedToo.sentAt, answeredAt: followed.answeredAt })
  expect(findViolations(finish(race))).toEqual([])
})

test.each<[string, (race: Draft) => void, RegExp]>([
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
      Object.assign(log.tooLate, { asked: booking('third', 'nine'), status: 200 })
    },
    /review third was given nine, ten/,
  ],
  [
    'an acknowledged booking that is not there',
    ({ after }) => Object.assign(after.reviews.third, { status: 'not-scheduled', slot: null }),
    /book .*"third".* was acknowledged, and the review stands with null/,
  ],
  [
    'an acknowledged booking whose review is gone',
    ({ after }) => {
      Object.assign(after.reviews, { third: waiting('other', 'sol') })
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
  [
    'a mark that is not there',
    ({ after }) => Object.assign(after.reviews.first, { status: 'review-scheduled' }),
    /mark .* was acknowledged, and the review stands as review-scheduled/,
  ],
  [
    'a mark that nobody gave',
    ({ after }) => Object.assign(after.reviews.third, { status: 'conducted' }),
    /review third is marked, which nobody was told of/,
  ],
  [
    'a slot that is gone',
    ({ after }) => Object.assign(after, { slots: after.slots.filter(({ id }) => id !== 'nine') }),
    /slot nine is gone/,
  ],
  [
    'half of a range',
    ({ after }) => Object.assign(after, { slots: after.slots.slice(0, 3) }),
    /add slots .* was acknowledged, and 1 of 2 slots are there/,
  ],
  [
    'half of a range that nobody was told of',
    ({ after, log }) => {
      Object.assign(after, { slots: after.slots.slice(0, 3) })
      Object.assign(log.added, noAnswer)
    },
    /add slots .* is half there: 1 of 2 slots/,
  ],
  [
    'slots that overlap',
    ({ after }) => {
      after.slots.push({ ...slot('both', 12.75), endsAt: at(13.25) })
    },
    /slot both of ria overlaps the one before it/,
  ],
  [
    'a slot that nobody asked for',
    ({ after }) => {
      after.slots.push(slot('late', 20))
    },
    /slot late is there, which nobody was told of/,
  ],
  [
    'a range refused although nothing overlaps',
    ({ log }) =>
      Object.assign(log.overlapping, {
        asked: { ...log.overlapping.asked, range: range('15:00', '16:00') },
      }),
    /add slots .* got 409 though nothing stood in its way/,
  ],
  [
    'a block that does not stand',
    ({ after }) => Object.assign(after.people[3] ?? {}, { isBlocked: false }),
    /the block of ria was acknowledged and does not stand/,
  ],
  [
    'somebody blocked by nobody',
    ({ after }) => Object.assign(after.people[0] ?? {}, { isBlocked: true }),
    /sam is blocked, which nobody was told of/,
  ],
])('the checker finds %s', (_what, corrupt, violation) => {
  const race = cleanRace()
  corrupt(race)
  expect(findViolations(finish(race)).join('\n')).toMatch(violation)
})
