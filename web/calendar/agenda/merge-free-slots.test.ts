import { expect, test } from 'vitest'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { toAgendaLines } from './merge-free-slots.ts'

const instant = (clock: string) => `2026-03-02T${clock}:00.000Z`
const slot = (from: string, to: string, isBooked = false): CalendarSlot => ({
  _id: from,
  date: '2026-03-02',
  slot_date: '2026-03-02',
  slot_time: from,
  startsAt: instant(from),
  endsAt: instant(to),
  noShow: null,
  whyNot: null,
  isBooked,
  inBusyTime: false,
  reviewer: { _id: 'priya', name: 'Priya Nair' },
  review: isBooked
    ? { _id: from, status: 'conducted', week: 1, student: { _id: 'ana', name: 'Ana' } }
    : null,
})

test('consecutive free slots are one line', () => {
  const booked = slot('10:00', '10:30', true)
  const slots = [slot('09:00', '09:30'), slot('09:30', '10:00'), booked, slot('12:00', '12:30')]
  expect(toAgendaLines(slots, Date.parse(instant('08:00')))).toEqual([
    { state: 'free', whyNot: null, count: 2, startsAt: instant('09:00'), endsAt: instant('10:00') },
    { slot: booked },
    { state: 'free', whyNot: null, count: 1, startsAt: instant('12:00'), endsAt: instant('12:30') },
  ])
})
