import { expect, test } from 'vitest'
import { formatTimeline, getTimelineSteps } from './timeline-steps.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-23T08:00:00Z')
const due = '2026-11-25T16:00:00.000Z'
const startsAt = '2026-11-23T09:00:00.000Z'
const nothing = { due, booked: null, held: null, marked: null, decided: null }
const waiting = {
  ...({ status: 'not-scheduled', isClosed: false, startsAt: null, date: due } as const),
  isStudentBlocked: false,
  isStudentPaused: false,
}

function inWords(review: Parameters<typeof getTimelineSteps>[0], at = now): string {
  return formatTimeline(getTimelineSteps(review, at, zone))
}

test('a review without a slot has all steps ahead', () => {
  expect(inWords({ ...waiting, life: nothing })).toBe(
    'now due by Wed 25 Nov, booked not yet, held not yet, marked not yet, decided not yet',
  )
})

test('a review without a slot is overdue from its due date', () => {
  const late = Date.parse('2026-11-26T08:00:00Z')
  expect(inWords({ ...waiting, life: nothing }, late)).toMatch(/^now due Wed 25 Nov overdue, /)
  const blocked = { ...waiting, isStudentBlocked: true, life: nothing }
  expect(inWords(blocked, late)).not.toContain('overdue')
  const paused = { ...waiting, isStudentPaused: true, life: nothing }
  expect(inWords(paused, late)).not.toContain('overdue')
  const booked = { ...waiting, status: 'review-scheduled', startsAt, life: nothing } as const
  expect(inWords(booked, late)).toMatch(/^due Wed 25 Nov, now booked, /)
})

test('a booked review shows its planned time, and a held one that it was held', () => {
  const timeline = { ...nothing, booked: '2026-11-20T10:00:00.000Z' }
  const booked = { ...waiting, status: 'review-scheduled', startsAt, life: timeline } as const
  const before = 'due by Wed 25 Nov, now booked Fri 20 Nov, held Mon 23 Nov, 10:00 AM planned'
  expect(inWords(booked)).toBe(`${before}, marked not yet, decided not yet`)
  const held = { ...booked, life: { ...timeline, held: '2026-11-23T09:02:00.000Z' } }
  expect(inWords(held)).toContain('booked Fri 20 Nov, now held Mon 23 Nov, 10:02 AM, marked not')
})

test('a due date ahead is a deadline, never past or left out', () => {
  const timeline = { ...nothing, booked: '2026-11-20T10:00:00.000Z' }
  const booked = { ...waiting, status: 'review-scheduled', startsAt, life: timeline } as const
  const dueAt = (at: number) => getTimelineSteps(booked, at, zone)[0]
  expect(dueAt(now)).toMatchObject({ is: 'deadline', when: 'by Wed 25 Nov', note: null })
  expect(dueAt(Date.parse('2026-11-25T20:00:00Z'))).toMatchObject({ is: 'deadline' })
  const late = Date.parse('2026-11-26T08:00:00Z')
  expect(dueAt(late)).toMatchObject({ is: 'past', when: 'Wed 25 Nov', note: null })
})

test('marks given before the slot began are not shown as a review held at that time', () => {
  const marked = '2026-11-23T00:32:00.000Z'
  const timeline = { ...nothing, booked: '2026-11-20T10:00:00.000Z', held: marked, marked }
  const early = { ...waiting, status: 'conducted', startsAt, life: timeline } as const
  expect(inWords(early)).toContain('held marked early, now marked Mon 23 Nov, decided')
  expect(inWords({ ...early, startsAt: '2026-11-22T09:00:00.000Z' })).toContain(
    'held Mon 23 Nov, 1',
  )
})

test('an old review shows no dates where they are unknown', () => {
  const timeline = { ...nothing, held: startsAt, decided: '2026-11-24T09:00:00.000Z' }
  const old = { ...waiting, status: 'conducted', startsAt, isClosed: true, life: timeline } as const
  expect(inWords(old)).toBe(
    'due by Wed 25 Nov, booked, held Mon 23 Nov, 10:00 AM, marked, now decided Tue 24 Nov',
  )
})

test('steps that a decision without a meeting skips are marked so', () => {
  const timeline = { ...nothing, decided: '2026-11-24T09:00:00.000Z' }
  expect(inWords({ ...waiting, isClosed: true, life: timeline })).toBe(
    'due by Wed 25 Nov, booked skipped, held skipped, marked skipped, now decided Tue 24 Nov',
  )
})
