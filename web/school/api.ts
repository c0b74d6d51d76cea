import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { getSchool } from '#contract/school/school.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'

/**
 * Whether the school's zone is known, or failed to load. Dates rendered before that would change,
 * and move the content below them.
 */
export function useIsZoneFetched(): boolean {
  return !useApiQuery(getSchool).isPending
}

/** The school's zone; the browser's until known. Not a query, as lists use it twice per card. */
export function useSchoolZone(): string {
  return useSchool()?.timeZone ?? getBrowserTimeZone()
}

/** How many days ahead slots can be booked, including today. */
export function useBookingHorizonDays(): number {
  return useSchool()?.bookableDays ?? bookingHorizonDaysDefault
}

/** Whether emails are sent; true until that is known. */
export function useHasMailServer(): boolean {
  return useSchool()?.hasMailServer ?? true
}
