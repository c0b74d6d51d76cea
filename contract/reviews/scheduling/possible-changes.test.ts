import { expect, test } from 'vitest'
import { minuteMs } from '../../kit/time/durations.ts'
import type { Role } from '../../roles.ts'
import { getPossibleChanges, getUndoDeadline } from './possible-changes.ts'

const startsAt = '2026-03-03T09:00:00.000Z'
const begins = Date.parse(startsAt)
const request = { reason: 'An exam', slots: [] }
const booked = { status: 'review-scheduled', isClosed: false, startsAt, wish: null } as const
const waiting = { status: 'not-scheduled', isClosed: false, startsAt: null, wish: null } as const
const roles: Role[] = ['advisor', 'reviewer', 'student', 'admin']

/** The changes open to each role. */
const allAt = (review: Parameters<typeof getPossibleChanges>[0], now: number) =>
  roles.map((role) => getPossibleChanges(review, role, now))

test('before it begins a booked review can be moved, cancelled or asked to be rescheduled', () => {
  expect(allAt(booked, begins - 1)).toEqual([
    ['move', 'cancel'],
    ['cancel'],
    ['ask'],
    ['move', 'cancel'],
  ])
})

test('from ten minutes after the start people can report who did not come', () => {
  expect(allAt(booked, begins + 10 * minuteMs - 1)).toEqual([[], [], [], []])
  const both = ['no student', 'no reviewer']
  const missed = [both, ['no student'], ['no reviewer'], both]
  expect(allAt(booked, begins + 10 * minuteMs)).toEqual(missed)
})

test('an open reschedule request can be withdrawn; a finished review cannot be changed', () => {
  expect(allAt({ ...waiting, wish: request }, begins)).toEqual([[], [], ['ask', 'withdraw'], []])
  for (const over of [
    { ...booked, status: 'conducted', wish: request } as const,
    { ...waiting, isClosed: true, wish: request },
  ]) {
    expect(allAt(over, begins + 60 * minuteMs)).toEqual([[], [], [], []])
  }
})

test('only a move or a cancellation can be undone, for ten minutes', () => {
  expect(getUndoDeadline({ what: 'moved', at: startsAt })).toBe(begins + 10 * minuteMs)
  expect(getUndoDeadline({ what: 'cancelled', at: startsAt })).toBe(begins + 10 * minuteMs)
  expect(getUndoDeadline({ what: 'no-show', at: startsAt })).toBeNull()
})
