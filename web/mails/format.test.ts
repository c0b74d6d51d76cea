import { expect, test } from 'vitest'
import { formatWrittenAt, getMailTime, getTestMailOutcome } from './format.ts'

const to = 'ada@school.test'

test('without a mail server a test email’s result names its file and the missing setting', () => {
  const answer = 'Written to the file 7.eml'
  expect(getTestMailOutcome({ state: 'sent', to, answer })).toBe(
    'No mail server is set up under School settings, so the email to ada@school.test has not left this server. Written to the file 7.eml',
  )
})

test('a test email that the mail server took is on its way', () => {
  expect(getTestMailOutcome({ state: 'sent', to, answer: '250 OK' })).toBe(
    'The email to ada@school.test is on its way. The mail server said: 250 OK',
  )
})

test('an email’s next try is relative', () => {
  const now = Date.parse('2026-11-23T09:00:00Z')
  const waiting = { state: 'waiting', endedAt: null } as const
  const nextTryAt = '2026-11-24T10:00:00Z'
  expect(getMailTime({ ...waiting, nextTryAt }, now, 'UTC')).toBe('Next try: Tomorrow, 10:00 AM')
  expect(getMailTime({ ...waiting, nextTryAt: null }, now, 'UTC')).toBe('Sending now')
  const nextTryBy = '2026-11-23T10:01:00Z'
  expect(getMailTime({ ...waiting, nextTryAt: null, nextTryBy }, now, 'UTC')).toMatch(
    /^Sending now, next try: .*10:01 AM$/,
  )
  const sent = { state: 'sent', endedAt: '2026-11-17T10:00:00Z', nextTryAt: null } as const
  expect(getMailTime(sent, now, 'UTC')).toBe('Tue 17 Nov, 10:00 AM')
})

test('an email’s time is the time today, and the date later', () => {
  const now = Date.parse('2026-11-24T14:00:00Z')
  const written = (instant: string) => formatWrittenAt(Date.parse(instant), now, 'UTC')
  expect(written('2026-11-24T09:40:00Z')).toBe('Today, 9:40 AM')
  expect(written('2026-11-23T09:40:00Z')).toBe('Yesterday')
  expect(written('2026-11-19T09:40:00Z')).toBe('Thu 19 Nov')
  expect(written('2025-11-19T09:40:00Z')).toBe('Wed 19 Nov 2025')
})
