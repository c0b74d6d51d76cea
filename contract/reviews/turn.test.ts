import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../kit/time/durations.ts'
import { toIsoInstant } from '../kit/time/iso.ts'
import type { Role } from '../roles.ts'
import {
  describeTurn,
  formatAdvisorSentenceStart,
  getStepAt,
  getTurn,
  needsAdmin,
  type TurnInput,
} from './turn.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const advisor = { _id: 'ada', canAct: true }
const reviewer = { _id: 'rita', canAct: true }
const waiting: TurnInput = {
  status: 'not-scheduled',
  isClosed: false,
  isStudentBlocked: false,
  isStudentPaused: false,
  openedAt: now - dayMs,
  dueAt: now + 6 * dayMs,
  startsAt: null,
  bookedAt: null,
  metAt: null,
  markedAt: null,
  advisor,
  reviewer: null,
}
const begunFor = (ms: number): TurnInput => ({
  ...waiting,
  status: 'review-scheduled',
  startsAt: now - ms,
  bookedAt: now - dayMs,
  reviewer,
})
const marked: TurnInput = { ...begunFor(hourMs), status: 'conducted', markedAt: now - minuteMs }

test('a review without a slot waits for its advisor to book one until it is due', () => {
  expect(getTurn(waiting, now)).toEqual({
    who: 'advisor',
    _id: 'ada',
    step: 'book',
    since: toIsoInstant(now - dayMs),
    until: toIsoInstant(now + 6 * dayMs),
  })
})

test('a booked review waits for its reviewer to hold it, then to mark it', () => {
  const ahead = getTurn(begunFor(-hourMs), now)
  expect(ahead).toMatchObject({ who: 'reviewer', step: 'hold', until: toIsoInstant(now + hourMs) })
  expect(getTurn(begunFor(59 * minuteMs), now)).toMatchObject({ step: 'hold' })
  const owed = getTurn(begunFor(60 * minuteMs), now)
  expect(owed).toMatchObject({ who: 'reviewer', step: 'mark', since: toIsoInstant(now) })
  const met = { ...begunFor(10 * minuteMs), metAt: now - 5 * minuteMs }
  expect(getTurn(met, now)).toMatchObject({ step: 'mark', since: toIsoInstant(now - 5 * minuteMs) })
})

test('a turn fetched before the marks were due changes to marking on time', () => {
  for (const begun of [-5 * dayMs, -minuteMs, 59 * minuteMs, 60 * minuteMs, hourMs * 48]) {
    const input = begunFor(begun)
    const read = getTurn(input, now - 5 * dayMs)
    expect(read && getStepAt(read, now)).toBe(getTurn(input, now)?.step)
  }
  for (const input of [waiting, marked, { ...marked, isStudentBlocked: true }]) {
    const read = getTurn(input, now)
    expect(read && getStepAt(read, now + 9 * dayMs)).toBe(read?.step)
  }
})

test('48 hours after marks were due it is the advisor’s turn, and admins see it', () => {
  const last = getTurn(begunFor(49 * hourMs - 1), now)
  expect(last).toMatchObject({ who: 'reviewer' })
  expect(last && needsAdmin(last, now)).toBe(false)
  const passed = getTurn(begunFor(49 * hourMs), now)
  expect(passed).toMatchObject({ who: 'advisor', step: 'mark', since: toIsoInstant(now) })
  expect(passed && needsAdmin(passed, now)).toBe(true)
})

test('a marked review waits for the decision; admins see it two days after the due date', () => {
  const turn = getTurn(marked, now)
  expect(turn).toMatchObject({
    who: 'advisor',
    step: 'decide',
    since: toIsoInstant(now - minuteMs),
  })
  expect(turn && needsAdmin(turn, now + 8 * dayMs)).toBe(false)
  expect(turn && needsAdmin(turn, now + 8 * dayMs + 1)).toBe(true)
})

test('a review never waits for people who cannot act', () => {
  const gone = { _id: 'ada', canAct: false }
  for (const input of [waiting, begunFor(49 * hourMs), marked]) {
    for (const nobody of [gone, null]) {
      const turn = getTurn({ ...input, advisor: nobody }, now)
      expect(turn).toMatchObject({ who: 'admin', _id: null, step: 'assign' })
      expect(turn && needsAdmin(turn, now)).toBe(true)
    }
  }
  const unmarked = { ...begunFor(minuteMs), reviewer: { _id: 'rita', canAct: false } }
  expect(getTurn(unmarked, now)).toMatchObject({ who: 'advisor', step: 'mark' })
  expect(getTurn({ ...begunFor(minuteMs), advisor: gone }, now)).toMatchObject({ who: 'reviewer' })
})

test('a paused student’s review waits for nobody until the course is resumed', () => {
  for (const input of [waiting, begunFor(49 * hourMs), { ...marked, advisor: null }]) {
    const paused = getTurn({ ...input, isStudentPaused: true }, now)
    expect(paused).toMatchObject({ who: 'admin', step: 'wait', until: null, onHold: 'paused' })
    expect(paused && needsAdmin(paused, now + 99 * dayMs)).toBe(false)
  }
})

test('a blocked student’s review waits for nobody, and a closed one has no turn', () => {
  const blocked = getTurn({ ...marked, isStudentBlocked: true }, now)
  expect(blocked).toMatchObject({ who: 'admin', step: 'wait', until: null })
  expect(blocked && needsAdmin(blocked, now + 99 * dayMs)).toBe(false)
  expect(getTurn({ ...marked, isClosed: true }, now)).toBeNull()
})

test('if the reviewer cannot act, missing marks are the advisor’s turn at once', () => {
  const blocked = { _id: 'rita', canAct: false }
  const turn = getTurn({ ...begunFor(2 * hourMs), reviewer: blocked }, now)
  expect(turn).toMatchObject({ who: 'advisor', step: 'mark', since: toIsoInstant(now - hourMs) })
})

test('a turn is described for each reader', () => {
  const say = (input: TurnInput, name: string | null, reader: Role) => {
    const turn = getTurn(input, now)
    return turn && describeTurn(turn, name, reader)
  }
  expect(say(waiting, 'Ada', 'student')).toBe('Waiting for Ada to book a slot')
  expect(say(waiting, 'Ada', 'advisor')).toBe('Waiting for you to book a slot')
  const owed = begunFor(hourMs)
  expect(say(owed, 'Rita', 'advisor')).toBe('Waiting for Rita to give the marks')
  const missing = begunFor(49 * hourMs)
  expect(say(missing, 'Ada', 'admin')).toBe('Waiting for Ada to follow up on the missing marks')
  const unassigned = { ...waiting, advisor: null }
  expect(say(unassigned, null, 'admin')).toBe('Waiting for an admin to assign an advisor')
  const blocked = { ...waiting, isStudentBlocked: true }
  expect(say(blocked, null, 'advisor')).toBe('On hold: the student is blocked')
  const paused = { ...waiting, isStudentPaused: true }
  expect(say(paused, null, 'advisor')).toBe('On hold: the student is paused')
})

test('students hear who acts next: their advisor by name, or the one to be assigned', () => {
  expect(formatAdvisorSentenceStart('Grace Bennett')).toBe('Grace Bennett will')
  expect(formatAdvisorSentenceStart(null)).toBe('Your school will assign you an advisor, who will')
})
