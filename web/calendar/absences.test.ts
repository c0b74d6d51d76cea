import { expect, test } from 'vitest'
import type { CalendarAbsence } from '#contract/calendar/calendar.ts'
import { formatAbsences } from './absences.ts'

const away = (name: string, from: string, to: string, reason: string | null): CalendarAbsence => ({
  _id: `${name} ${from}`,
  reviewer: { _id: name, name },
  from,
  to,
  reason,
})
const all = [
  away('priya', '2026-03-02', '2026-03-04', 'A wedding'),
  away('priya', '2026-03-04', '2026-03-04', 'Ill'),
  away('abel', '2026-03-04', '2026-03-05', null),
]

test('a day shows a single reviewer’s absence with reason, or how many are away', () => {
  expect(formatAbsences(all, '2026-03-02', true)).toBe('away: A wedding')
  expect(formatAbsences(all, '2026-03-05', true)).toBe('away')
  expect(formatAbsences(all, '2026-03-04', false)).toBe('2 away')
  expect(formatAbsences(all, '2026-03-06', false)).toBe('')
})
