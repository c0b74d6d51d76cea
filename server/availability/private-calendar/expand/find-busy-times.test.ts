import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { busyTimesMax, calendarEventsMax } from '#contract/limits/availability.ts'
import { writeEntries, writeSpan } from '#test/private-calendar/write.ts'
import { findBusyTimes } from './find-busy-times.ts'
import { NotACalendarError } from './parse-calendars.ts'

const march = {
  from: Date.parse('2026-03-01T00:00:00Z'),
  until: Date.parse('2026-04-01T00:00:00Z'),
}

/** The busy times of March as '2026-03-02T14:00/14:30', ends on other days with their date. */
function read(text: string, timeZone = 'America/New_York', range = march) {
  const owners = ['ana@school.test']
  const { busy, leftOut } = findBusyTimes({ text, timeZone, owners, ...range })
  const said = busy.map(({ startsAt, endsAt }) => {
    const [from, to] = [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(0, 16))
    return `${from}/${from?.slice(0, 10) === to?.slice(0, 10) ? to?.slice(11) : to}`
  })
  return { busy: said, leftOut }
}

const readFile = (name: string, zone?: string) =>
  read(
    readFileSync(
      join(import.meta.dirname, '../../../../test/private-calendar/files', name),
      'utf8',
    ),
    zone,
  )

test('Google’s file: a series over the clock change, a left out and a moved repeat, whole days', () => {
  expect(readFile('google.ics', 'Asia/Tokyo')).toEqual({
    leftOut: [],
    busy: [
      // 9 March is after the change of the clock. The last one is on 16 March at 9:00 there.
      ...['2026-03-09T18:00/19:00', '2026-03-12T04:00/2026-03-14T04:00'],
      '2026-03-16T13:00/13:30',
    ],
  })
})

test('Outlook’s file: zones by Windows’ names, a described zone, free and tentative times', () => {
  expect(readFile('outlook.ics')).toEqual({
    leftOut: [],
    busy: [
      ...['2026-03-03T03:30/04:30', '2026-03-04T00:00/01:00'],
      // The last Monday of the month is after the change of the clock.
      '2026-03-30T09:00/10:00',
    ],
  })
})

test('Exchange’s own name of UTC is known', () => {
  const ofZone = (name: string) => `${name};TZID="tzone://Microsoft/Utc":20260302T`
  const lines = [`${ofZone('DTSTART')}100000`, `${ofZone('DTEND')}110000`]
  expect(read(writeEntries([lines]))).toEqual({ busy: ['2026-03-02T10:00/11:00'], leftOut: [] })
})

test('Apple’s file: a duration, a count, and times in no zone, which are the school’s', () => {
  expect(readFile('apple.ics')).toEqual({
    leftOut: [],
    busy: [
      ...['2026-03-06T12:00/13:00', '2026-03-08T11:00/12:00', '2026-03-09T11:00/12:00'],
      ...['2026-03-12T19:00/20:30', '2026-03-26T19:00/20:30'],
    ],
  })
})

test('Nextcloud’s file: a daily series across the clock change, without a cancelled repeat', () => {
  expect(readFile('nextcloud.ics')).toEqual({
    leftOut: [],
    busy: ['2026-03-27T11:00/12:00', '2026-03-29T10:00/11:00', '2026-03-30T10:00/11:00'],
  })
})

const at = (lines: string[]) => read(writeEntries([lines])).busy

test('an invitation that the owner declined does not count, one that others declined does', () => {
  const declined = (lines: string) => [
    ...['DTSTART:20260302T100000Z', 'DTEND:20260302T110000Z', lines],
  ]
  const byCalendar = ['X-WR-CALNAME:Ana@Home.test']
  const entries = [
    declined('ATTENDEE;CN="Ana: home";PARTSTAT=DECLINED:mailto:ANA@school.test'),
    declined('ATTENDEE;EMAIL=ana@school.test;PARTSTAT=DECLINED:/aMTIz/principal/'),
    declined('ATTENDEE;PARTSTAT=DECLI\r\n NED:mailto:ana@home.test'),
  ]
  expect(read(writeEntries(entries, byCalendar))).toEqual({ busy: [], leftOut: [] })
  const others = [
    declined('ATTENDEE;PARTSTAT=DECLINED:mailto:ben@school.test'),
    declined('ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@school.test'),
    declined('ATTENDEE;PARTSTAT=DECLINED:/aMTIz/principal/'),
  ]
  for (const other of others) expect(read(writeEntries([other])).busy).toHaveLength(1)
})

test('a list of busy times without entries counts, apart from the free ones', () => {
  const text = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VFREEBUSY', 'UID:a'],
    ...['DTSTART:20260301T000000Z', 'DTEND:20260401T000000Z'],
    'FREEBUSY:20260302T100000Z/20260302T110000Z,20260303T100000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20260304T100000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260305T100000Z/PT1H',
    ...['END:VFREEBUSY', 'END:VCALENDAR'],
  ]
  expect(read(text.join('\n'))).toEqual({
    busy: ['2026-03-02T10:00/11:00', '2026-03-03T10:00/10:30', '2026-03-05T10:00/11:00'],
    leftOut: [],
  })
})

test('a malformed zone or list of busy times costs no entry, which is said', () => {
  const malformed = [
    ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
    ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYMONTH=13;BYDAY=9XX'],
    ...['END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VFREEBUSY', 'FREEBUSY:soon', 'END:VFREEBUSY'],
  ]
  const entry = ['DTSTART;TZID=Europe/Berlin:20260302T100000', 'DURATION:PT1H']
  const text = writeEntries([entry], malformed)
  expect(read(text)).toEqual({ busy: ['2026-03-02T09:00/10:00'], leftOut: ['unreadable'] })
})

test('lines that are no properties, and what is in reminders and tasks, cost no entry', () => {
  const text = writeEntries([
    [
      ...['DESCRIPTION:Bring', 'the books', '', 'DTSTART:20260302T100000Z', 'SUMMARY:\0'],
      ...['BEGIN:VALARM', 'DURATION:bad', 'TRIGGER:-PT5M', 'END:VALARM', 'DURATION:PT1H'],
    ],
  ]).replace('END:VCALENDAR', 'BEGIN:VTODO\r\nDTSTART:bad\r\nEND:VTODO\r\nEND:VCALENDAR')
  for (const ends of ['\r\n', '\n', '\r']) {
    const { busy, leftOut } = read(text.replaceAll('\r\n', ends))
    expect([busy, leftOut]).toEqual([['2026-03-02T10:00/11:00'], []])
  }
})

test('of 25,000 entries of past years those that repeat or are moved still count', () => {
  const past = Array.from({ length: 25_000 }, (_, place) =>
    writeSpan(march.from - (place + 3) * hourMs * 24, march.from - (place + 3) * hourMs * 24 + 1),
  )
  const text = writeEntries([
    ...past,
    ['UID:a', 'DTSTART:20200302T100000Z', 'DTEND:20200302T110000Z', 'RRULE:FREQ=YEARLY'],
    ['UID:b', 'DTSTART:20250303T100000Z', 'DTEND:20250303T110000Z', 'RRULE:FREQ=YEARLY'],
    [
      ...['UID:b', 'RECURRENCE-ID:20260303T100000Z'],
      ...['DTSTART:20260101T100000Z', 'DTEND:20260101T110000Z'],
    ],
    ['DTSTART;VALUE=DATE:20260228', 'DTEND;VALUE=DATE:20260302'],
  ])
  expect(read(text, 'UTC')).toEqual({
    busy: ['2026-03-01T00:00/2026-03-02T00:00', '2026-03-02T10:00/11:00'],
    leftOut: [],
  })
})

test('a change of this and all later repeats moves them too', () => {
  const text = writeEntries([
    ['UID:a', 'DTSTART:20260302T100000Z', 'DTEND:20260302T110000Z', 'RRULE:FREQ=DAILY;COUNT=4'],
    [
      ...['UID:a', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T100000Z'],
      ...['DTSTART:20260304T130000Z', 'DTEND:20260304T133000Z'],
    ],
  ])
  expect(read(text).busy).toEqual([
    ...['2026-03-02T10:00/11:00', '2026-03-03T10:00/11:00'],
    ...['2026-03-04T13:00/13:30', '2026-03-05T13:00/13:30'],
  ])
})

test('dates leave out repeats at any time of that day; additional ones may have their own length', () => {
  expect(
    at([
      ...['DTSTART:20260302T100000Z', 'DTEND:20260302T110000Z', 'RRULE:FREQ=DAILY;COUNT=3'],
      ...['EXDATE;VALUE=DATE:20260303', 'RDATE;VALUE=PERIOD:20260310T080000Z/PT30M'],
    ]),
  ).toEqual(['2026-03-02T10:00/11:00', '2026-03-04T10:00/11:00', '2026-03-10T08:00/08:30'])
})

test('days last from midnight to midnight of the school, also where the clock changes', () => {
  expect(at(['DTSTART;VALUE=DATE:20260307', 'RRULE:FREQ=DAILY;COUNT=2'])).toEqual([
    '2026-03-07T05:00/2026-03-09T04:00',
  ])
})

test('a series ends with the date or the moment that its rule names, and goes on for years', () => {
  const daily = ['DTSTART;TZID=Europe/Berlin:20110301T083000', 'DURATION:PT15M']
  expect(at([...daily, 'RRULE:FREQ=DAILY;UNTIL=20260302'])).toHaveLength(2)
  expect(at([...daily, 'RRULE:FREQ=DAILY;UNTIL=20260302T073000Z'])).toHaveLength(2)
  expect(at([...daily, 'RRULE:FREQ=DAILY;UNTIL=20260302T072959Z'])).toHaveLength(1)
  expect(at([...daily, 'RRULE:FREQ=DAILY'])).toHaveLength(31)
})

test('what began before still counts; what touches is one; what takes no time is none', () => {
  const text = writeEntries([
    writeSpan(march.from - 40 * dayMs, march.from + hourMs),
    writeSpan(march.from + hourMs, march.from + 2 * hourMs),
    writeSpan(march.until - hourMs, march.until + dayMs),
    ['DTSTART:20260310T100000Z'],
    ['DTSTART:20260310T100000Z', 'DTEND:20260310T090000Z'],
    ['DTSTART:20260311T100030Z', 'DTEND:20260311T100130Z'],
  ])
  expect(read(text).busy).toEqual([
    ...['2026-03-01T00:00/02:00', '2026-03-11T10:00/10:02', '2026-03-31T23:00/2026-04-01T00:00'],
  ])
})

test('an entry that cannot be understood, and one in an unknown zone, are said', () => {
  const text = writeEntries([
    ['DTSTART:20269999T100000Z', 'DTEND:20260302T110000Z'],
    ['DTSTART;TZID=Nowhere/Else:20260302T100000', 'DURATION:PT1H'],
    ['DTSTART:20260303T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'],
  ])
  expect(read(text)).toEqual({
    busy: ['2026-03-02T15:00/16:00'],
    leftOut: expect.arrayContaining(['unreadable', 'zone']),
  })
})

test.each([
  ...['', '<!doctype html><title>Sign in</title>', 'BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD'],
  ...['BEGIN:VCALENDAR', '{"error":"no"}', 'END:VCALENDAR'],
])('%j is no calendar', (text) => {
  expect(() => read(text)).toThrow(NotACalendarError)
})

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY;BYSECOND=0,1,2,3,4,5,6,7,8,9',
  // The library never returns from these.
  ...['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30'],
])('the repeats of %s are cut, which is said', (rule) => {
  const text = writeEntries([
    ['DTSTART:20200101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`],
    ['DTSTART:20260303T100000Z', 'DURATION:PT1H'],
  ])
  const { busy, leftOut } = read(text)
  expect(busy).toContain('2026-03-03T10:00/11:00')
  expect(leftOut).toEqual(['repeats'])
})

test.each(['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=20'])(
  'a rule that no day meets (%s) leaves the first time',
  (rule) => {
    const text = writeEntries([['DTSTART:20260303T100000Z', 'DURATION:PT1H', `RRULE:${rule}`]])
    expect(read(text).busy).toEqual(['2026-03-03T10:00/11:00'])
  },
)

test('of 25,000 entries the first are read, and of many busy times the first are kept', () => {
  const span = writeSpan(march.from, march.from + hourMs)
  const many = Array.from({ length: 25_000 }, () => span)
  expect(read(writeEntries(many))).toEqual({
    busy: ['2026-03-01T00:00/01:00'],
    leftOut: ['entries'],
  })
  const apart = Array.from({ length: calendarEventsMax }, (_, place) =>
    writeSpan(march.from + place * 2 * 60_000, march.from + (place * 2 + 1) * 60_000),
  )
  const { busy, leftOut } = read(writeEntries(apart))
  expect([busy.length, leftOut]).toEqual([busyTimesMax, ['busy-times']])
})
