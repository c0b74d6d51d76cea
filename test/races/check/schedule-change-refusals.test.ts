import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import type { Action, Entry, Race } from '../race-log.ts'
import { findViolations } from './check.ts'
import {
  atHour,
  makeAuditLog,
  makeHistoryLine,
  makeSlot,
  makeWaitingReview,
} from './correct-race.ts'

/**
 * A review is moved, another takes its slot, gives it up and gets it back. A free slot is removed.
 */
function cleanRace() {
  let now = 0
  const entry = (who: string, asked: Action, status: number): Entry => ({
    who,
    asked,
    status,
    clock: { sent: atHour(0), answered: atHour(0) },
    sentAt: now++,
    answeredAt: now++,
  })
  const ofRia = (review: string, wanted: string) => ({ review, reviewer: 'ria', slot: wanted })
  const booked = { status: 'review-scheduled' }
  const state = {
    readAt: atHour(0),
    people: [{ id: 'ria', week: null, isBlocked: false }],
    bookingRules: [{ reviewer: 'ria', buffer: 0, mostADay: null as number | null, notice: 0 }],
  }
  const history = [
    makeHistoryLine('first', 'moved', 'ana', { at: 1, from: 'nine', to: 'ten' }),
    makeHistoryLine('second', 'booked', 'bea', { at: 2, to: 'nine' }),
    makeHistoryLine('second', 'cancelled', 'bea', { at: 3, from: 'nine' }),
    makeHistoryLine('second', 'undone', 'bea', { at: 4, to: 'nine', undoes: 'second cancelled' }),
  ]
  return {
    before: {
      ...state,
      history: [],
      auditLog: [],
      slots: [makeSlot('nine', 9), makeSlot('ten', 10), makeSlot('noon', 12)],
      reviews: [
        { ...makeWaitingReview('first', 'sam'), ...booked, slot: 'nine' },
        ...[makeWaitingReview('second', 'sue'), makeWaitingReview('third', 'sol')],
      ],
    },
    log: {
      moved: entry('ana', { call: 'move', ...ofRia('first', 'ten') }, 200),
      booked: entry('bea', { call: 'book', ...ofRia('second', 'nine') }, 200),
      cancelled: entry('bea', { call: 'cancel', review: 'second', role: 'advisor' }, 200),
      back: entry('bea', { call: 'take back', review: 'second', role: 'advisor' }, 200),
      removed: entry('ria', { call: 'remove', slots: ['noon'] }, 200),
      tooLate: entry('cyd', { call: 'book', ...ofRia('third', 'noon') }, 404),
      more: [] as Entry[],
    },
    after: {
      ...state,
      history,
      auditLog: makeAuditLog(history),
      slots: [makeSlot('nine', 9), makeSlot('ten', 10)],
      reviews: {
        first: { ...makeWaitingReview('first', 'sam'), ...booked, slot: 'ten' as string | null },
        second: { ...makeWaitingReview('second', 'sue'), ...booked, slot: 'nine' as string | null },
        third: makeWaitingReview('third', 'sol'),
      },
    },
  }
}

type Draft = ReturnType<typeof cleanRace>

function finish({ before, log: { more, ...log }, after }: Draft): Race {
  const reviews = Object.values(after.reviews)
  return { before, log: [...Object.values(log), ...more], after: { ...after, reviews } }
}

/** Ria's calls after everything else. */
const byRia = (asked: Action): Entry => ({
  who: 'ria',
  asked,
  status: 200,
  clock: { sent: atHour(0), answered: atHour(0) },
  sentAt: 90,
  answeredAt: 91,
})

test('a correct race of schedule changes has no violations', () => {
  expect(findViolations(finish(cleanRace()))).toEqual([])
})

const wanting = (rules: object) => (race: Draft) => {
  for (const state of [race.before, race.after]) Object.assign(state.bookingRules[0] ?? {}, rules)
}

test.each<[string, (race: Draft) => void, RegExp]>([
  [
    'a move whose old slot and new slot are both lost',
    ({ after }) => Object.assign(after.reviews.first, { status: 'not-scheduled', slot: null }),
    /the history of first ends with ten, and it stands with null/,
  ],
  [
    'a slot that two had at the same time',
    ({ after }) => Object.assign(after.history[1] ?? {}, { at: 0.5 }),
    /slot nine was had by first and second at the same time/,
  ],
  [
    'a history that leaves a slot which the review did not have',
    ({ after }) => Object.assign(after.history[0] ?? {}, { from: 'noon' }),
    /the history of first says moved from noon, and it had nine/,
  ],
  [
    'an acknowledged cancellation without a line',
    ({ after }) => after.history.splice(2, 1),
    /cancel .*"second".* was acknowledged 1 times, and its history says so 0 times/,
  ],
  [
    'a line of what was refused',
    ({ log }) => Object.assign(log.moved, { status: 409 }),
    /the history says first moved by ana to ten, which nobody was told of/,
  ],
  [
    'a change without its entry in the audit log',
    ({ after }) => after.auditLog.pop(),
    /the audit log of second says .*, and its history .*null to nine/,
  ],
  [
    'a reschedule request that stays open after an answer',
    ({ after }) => Object.assign(after.reviews.first, { hasRequest: true }),
    /the history of first ends without a reschedule request/,
  ],
  [
    'a cancellation after the beginning',
    ({ log }) => Object.assign(log.cancelled, { clock: { sent: atHour(9), answered: atHour(9) } }),
    /review second was cancelled after nine had begun/,
  ],
  [
    'a booking that its reviewer’s notice does not allow',
    wanting({ notice: 10 * hourMs }),
    /review second was booked too late for nine/,
  ],
  ['two without a buffer', wanting({ buffer: 1 }), /slot ten of ria is booked too close/],
  ['too many on a day', wanting({ mostADay: 1 }), /ria has 2 reviews on a day/],
  [
    'a no-show before the beginning',
    ({ log, after }) => {
      Object.assign(log.cancelled, {
        asked: { call: 'no-show', review: 'second', role: 'advisor', absent: 'student' },
      })
      Object.assign(after.history[2] ?? {}, { what: 'no-show' })
    },
    /review second was no-show before ten minutes were over/,
  ],
  [
    'a removed slot that is there',
    ({ after }) => after.slots.push(makeSlot('noon', 12)),
    /remove .* was acknowledged, and noon is there/,
  ],
  [
    'a slot that is there though its reviewer’s cancellation removed it',
    ({ log, after }) => {
      const asked = {
        call: 'cancel',
        review: 'first',
        role: 'reviewer',
        removesSlot: true,
      } as const
      log.more.push(byRia(asked))
      after.history.push(makeHistoryLine('first', 'cancelled', 'ria', { at: 5, from: 'ten' }))
    },
    /cancel .*"removesSlot":true.* was acknowledged, and ten is there/,
  ],
  [
    'a reschedule request both declined and withdrawn',
    ({ after }) => {
      after.history.push(makeHistoryLine('third', 'asked', 'sol', { at: 5 }))
      for (const who of ['sol', 'cyd']) {
        after.history.push(
          makeHistoryLine('third', 'withdrawn', who, { at: 6, id: `withdrawn by ${who}` }),
        )
      }
    },
    /the history of third says withdrawn, and nothing was asked for/,
  ],
  [
    'a slot that went by a removal that was refused',
    ({ log }) => Object.assign(log.removed, { status: 409 }),
    /slot noon is gone/,
  ],
  [
    'an undo that was refused though nothing stood in its way',
    ({ log }) => Object.assign(log.back, { status: 409 }),
    /take back .* got 409 though nothing stood in its way/,
  ],
  [
    'a slot that an absence has left there',
    ({ log }) => log.more.push(byRia({ call: 'absence', date: '2026-03-03' })),
    /absence .* was acknowledged, and slot nine is there/,
  ],
  [
    'a week of which no slots were made',
    ({ log }) => {
      const times = { timeStart: '14:00', timeEnd: '15:00', reviewTime: 30 }
      log.more.push(byRia({ call: 'week', times }))
    },
    /0 free slots of ria are made, which are not those of the week/,
  ],
  [
    'slots that were made twice',
    ({ log, after }) => {
      const times = { timeStart: '14:00', timeEnd: '15:00', reviewTime: 60 }
      log.more.push(byRia({ call: 'week', times }))
      for (let day = 0; day < 28; day++) {
        const { startsAt, endsAt, ...made } = makeSlot(`day ${day}`, 14)
        const on = { startsAt: startsAt + day * dayMs, endsAt: endsAt + day * dayMs }
        after.slots.push({ ...made, ...on, isMade: true })
      }
      after.slots.push({ ...makeSlot('again', 14), isMade: true })
    },
    /29 free slots of ria are made, which are not those of the week/,
  ],
])('the checker finds %s', (_what, corrupt, violation) => {
  const race = cleanRace()
  corrupt(race)
  expect(findViolations(finish(race)).join('\n')).toMatch(violation)
})
