import { expect, test } from 'vitest'
import { isBackupDue } from './is-backup-due.ts'

const zone = 'America/New_York'
const at = (instant: string) => ({ at: Date.parse(instant) })
const isDue = (
  now: string,
  last: ReturnType<typeof at> | undefined,
  failed?: ReturnType<typeof at>,
) => isBackupDue(Date.parse(now), zone, last, failed)

test('a backup is due once at 03:00 in the school’s time zone, and at once if that was missed', () => {
  const evening = at('2026-03-02T23:00:00Z')
  expect(isDue('2026-03-03T07:59:00Z', evening)).toBe(false)
  expect(isDue('2026-03-03T08:00:00Z', evening)).toBe(true)
  expect(isDue('2026-03-03T08:05:00Z', at('2026-03-03T08:00:10Z'))).toBe(false)
  // The server was away at night, or has never made one.
  expect(isDue('2026-03-03T15:00:00Z', evening)).toBe(true)
  expect(isDue('2026-03-03T15:00:00Z', undefined)).toBe(true)
  // The night in which the clock goes on an hour at two.
  expect(isDue('2026-03-08T06:59:00Z', at('2026-03-07T08:00:10Z'))).toBe(false)
  expect(isDue('2026-03-08T07:00:00Z', at('2026-03-07T08:00:10Z'))).toBe(true)
})

test('a failed backup is retried after an hour, and records from the future delay nothing', () => {
  const night = at('2026-03-03T08:00:00Z')
  expect(isDue('2026-03-03T08:59:00Z', undefined, night)).toBe(false)
  expect(isDue('2026-03-03T09:00:00Z', undefined, night)).toBe(true)
  const nextYear = at('2027-03-03T08:00:00Z')
  expect(isDue('2026-03-03T09:00:00Z', nextYear)).toBe(true)
  expect(isDue('2026-03-03T09:00:00Z', undefined, nextYear)).toBe(true)
})
