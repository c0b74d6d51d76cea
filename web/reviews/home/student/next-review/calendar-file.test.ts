import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const review = {
  _id: 'r1',
  week: 5,
  startsAt: '2026-11-24T09:00:00.000Z',
  reviewer: {
    _id: 'p1',
    name: 'Priya; Nair, of a school with a very, very long name, indeed',
    email: '',
  },
}
const now = Date.parse('2026-11-22T20:00:00Z')

test('a slot is an event of an hour, in UTC, with whom, and a line has 75 bytes at most', () => {
  const file = calendarFile(review, now, 'https://weekward.test') ?? ''
  const lines = file.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'UID:r1@weekward',
      'DTSTAMP:20261122T200000Z',
      'DTSTART:20261124T090000Z',
      'DTEND:20261124T100000Z',
      'URL:https://weekward.test/',
    ]),
  )
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(
    'SUMMARY:Review of week 05 with Priya\\; Nair\\, of a school with a very\\, very long name\\, indeed\r\n',
  )
})

test('without a slot there is nothing to add', () => {
  expect(calendarFile({ ...review, startsAt: null }, now, '')).toBeUndefined()
})
