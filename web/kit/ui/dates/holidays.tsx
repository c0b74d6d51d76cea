import { Text } from '@mantine/core'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { addDays } from '#contract/kit/time/zone.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { formatListDate } from './dates.ts'

const none: readonly Holiday[] = []

/** The school's holidays by date; none until they are known. */
export function useHolidays(): readonly Holiday[] {
  return useSchool()?.holidays ?? none
}

/** The days from one date to another: 'Mon 21 Dec to Sun 3 Jan 2027'. */
export function formatDateRange({ from, to }: Omit<Holiday, 'name'>, today: string): string {
  const first = formatListDate(from, today)
  return from === to ? first : `${first} to ${formatListDate(to, today)}`
}

/** Holidays are announced this many days ahead. */
const announcedDays = 28

/** The holidays that have begun or begin soon. */
export function listUpcomingHolidays(holidays: readonly Holiday[], today: string): Holiday[] {
  const last = addDays(today, announcedDays)
  return holidays.filter(({ from, to }) => to >= today && from <= last)
}

/** Names the coming holidays of the school; nothing if there are none. */
export function UpcomingHolidays({ today }: { today: string }) {
  const upcoming = listUpcomingHolidays(useHolidays(), today)
  if (upcoming.length === 0) return null
  const words = upcoming.map((holiday) => `${holiday.name}, ${formatDateRange(holiday, today)}`)
  return <Text c="dimmed">School holidays: {words.join('; ')}.</Text>
}
