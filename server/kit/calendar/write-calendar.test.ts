import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { defaultSettings, monday } from '#test/app.ts'
import { parseCalendar } from '#test/calendar/parse-calendar.ts'
import { type CalendarEvent, writeCalendar } from './write-calendar.ts'

const entry: CalendarEvent = {
  id: 'r1',
  sequence: 3,
  startsAt: monday,
  endsAt: monday + 30 * minuteMs,
  title: 'Review of week 5 with Priya',
  details: ['Join the call: http://weekward.test/call/r1', 'And more'],
  place: 'http://weekward.test/call/r1',
  url: 'http://weekward.test/review-details/r1',
}

/** Written by a school in a zone. */
function written(
  entries: CalendarEvent[],
  {
    letter = { method: 'PUBLISH' },
    ...settings
  }: Partial<typeof defaultSettings> & {
    letter?: Parameters<typeof writeCalendar>[2]
  } = {},
): string {
  const school = { clock: () => monday, settings: { ...defaultSettings, ...settings } }
  return writeCalendar(school, entries, letter)
}

test.each([
  ['before the clock is set forward', 'America/New_York', '2026-03-07T15:00'],
  ['after it', 'America/New_York', '2026-03-08T14:00'],
  ['in the hour that comes twice', 'America/Chicago', '2026-11-01T06:30'],
])('an entry is in UTC, whatever the zone of the school: %s', (_, timeZone, time) => {
  const startsAt = Date.parse(`${time}Z`)
  const text = written([{ ...entry, startsAt, endsAt: startsAt + 30 * minuteMs }], { timeZone })
  expect(text).toContain(`DTSTART:${time.replaceAll(/[-:]/g, '')}00Z\r\n`)
  expect(parseCalendar(text).entries).toMatchObject([{ startsAt: `${time}:00.000Z` }])
})

test('names are escaped, and long lines are folded', () => {
  const title =
    'Review; of, week 5\\ with\nPriya “Nair” of a school with a very long name, indeed: 🦉🦉🦉'
  const text = written([{ ...entry, title }], {
    schoolName: 'North, "South"; & co',
    letter: { method: 'PUBLISH', name: 'North; reviews' },
  })
  expect(parseCalendar(text).entries).toMatchObject([{ title, details: entry.details.join('\n') }])
  expect(text).toContain('NAME:North\\; reviews\r\n')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
})

test('an invitation is from the school to one attendee, without requesting a reply', () => {
  const attendee = { name: 'Sofía', email: 'sofia@school.test' }
  const text = written([entry], { letter: { method: 'REQUEST', attendee } }).replaceAll('\r\n ', '')
  expect(text).toContain('ORGANIZER;CN="Weekward":mailto:office@weekward.test\r\n')
  const [, of] = text.match(/ATTENDEE;(.*):MAILTO:sofia@school\.test\r\n/) ?? []
  expect(of?.split(';')).toEqual(
    expect.arrayContaining(['RSVP=FALSE', 'PARTSTAT=ACCEPTED', 'CN="Sofía"']),
  )
  expect(parseCalendar(text)).toMatchObject({
    method: 'REQUEST',
    entries: [{ status: 'CONFIRMED' }],
  })
  const off = written([{ ...entry, endsAt: null }], { letter: { method: 'CANCEL', attendee } })
  expect(parseCalendar(off)).toMatchObject({
    method: 'CANCEL',
    entries: [{ id: 'r1@weekward', sequence: 3, status: 'CANCELLED' }],
  })
})
