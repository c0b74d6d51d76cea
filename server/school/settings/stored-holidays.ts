import type { Holiday } from '#contract/kit/time/holidays.ts'
import { Holidays } from '#contract/school/holidays.ts'

/** The stored holidays; undefined if there are none. */
export function parseHolidays(stored: string | null): Holiday[] | undefined {
  return stored === null ? undefined : Holidays.parse(JSON.parse(stored))
}

/** The holidays as they are stored. */
export function toStoredHolidays(holidays: readonly Holiday[]): string | null {
  return holidays.length === 0 ? null : JSON.stringify(holidays)
}

/** The stored holidays as the audit log shows them. */
export function formatStoredHolidays(stored: string | null): string | null {
  const holidays = parseHolidays(stored)
  return holidays?.map(({ from, to, name }) => `${name}: ${from} to ${to}`).join('\n') ?? null
}
