import { bookingHorizonDays } from '#contract/limits.ts'
import { getSchool } from '#contract/school.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'

/**
 * Whether it is known, or cannot be, in which zone days and times are told. What is painted before
 * would change, and push down what stands below it.
 */
export function useIsZoneSettled(): boolean {
  return !useApiQuery(getSchool).isPending
}

/**
 * The zone in which the school's days and times are told; the reader's own until it is known. It
 * is not asked for by each: a list has it twice on every card.
 */
export function useSchoolZone(): string {
  return useSchool()?.timeZone ?? getBrowserTimeZone()
}

/** On so many days, today's included, slots can be booked. */
export function useBookableDays(): number {
  return useSchool()?.bookableDays ?? bookingHorizonDays
}
