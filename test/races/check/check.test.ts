import { expect, test } from 'vitest'
import { findViolations } from './check.ts'
import {
  atHour,
  findViolationsAfter,
  makeCorrectRace,
  makeSlot,
  makeSlotRange,
  noAnswer,
  type RaceDraft,
  toRace,
} from './correct-race.ts'

test('a correct race has no violations', () => {
  expect(findViolations(toRace(makeCorrectRace()))).toEqual([])
})

test('calls without a reply may have taken effect or not', () => {
  const done = makeCorrectRace()
  Object.assign(done.log.bookedToo, { status: 500 })
  expect(findViolations(toRace(done))).toEqual([expect.stringContaining('answered with 500')])
  const undone = makeCorrectRace()
  Object.assign(undone.log.takenOver, noAnswer)
  Object.assign(undone.after.reviews.third, { status: 'not-scheduled', slot: null })
  for (const lines of [undone.after.history, undone.after.auditLog]) lines.pop()
  expect(findViolations(toRace(undone))).toEqual([expect.stringContaining('had no answer')])
})

test('a booking may succeed if its slot was freed at the same time', () => {
  const race = makeCorrectRace()
  const { bookedToo, followed, takenOver } = race.log
  Object.assign(takenOver, { sentAt: bookedToo.sentAt, answeredAt: followed.answeredAt })
  expect(findViolations(toRace(race))).toEqual([])
})

test.each<[string, (race: RaceDraft) => void, RegExp]>([
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
      after.slots.push({ ...makeSlot('both', 12.75), endsAt: atHour(13.25) })
    },
    /slot both of ria overlaps the one before it/,
  ],
  [
    'a slot that nobody asked for',
    ({ after }) => {
      after.slots.push(makeSlot('late', 20))
    },
    /slot late is there, which nobody was told of/,
  ],
  [
    'a range refused although nothing overlaps',
    ({ log }) =>
      Object.assign(log.overlapping, {
        asked: { ...log.overlapping.asked, range: makeSlotRange('15:00', '16:00') },
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
  expect(findViolationsAfter(corrupt)).toMatch(violation)
})
