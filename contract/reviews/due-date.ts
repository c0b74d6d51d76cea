import { dayMs } from '../kit/time/durations.ts'
import { type HolidayCalendar, skipHolidaysInZone } from '../kit/time/holidays.ts'
import { daysBetween, getDateInZone, startOfDay } from '../kit/time/zone.ts'
import { reviewDueDays } from '../limits/reviews.ts'

/**
 * When a review is due that is opened at an instant (both in ms since 1970): after seven days, or
 * on the next day after them that is no holiday.
 */
export function getDueDate(openedAt: number, school: HolidayCalendar): number {
  return skipHolidaysInZone(openedAt + reviewDueDays * dayMs, school)
}

export type DueLabel = { text: string; overdue: boolean }

/**
 * The label of a due date (an ISO instant) in the school's time zone, and whether it has passed: 'N
 * days left', 'Tomorrow', 'Today' (specification, section 4; contract, section 7), 'Yesterday', 'N
 * days ago'. `now` is in ms since 1970.
 */
export function getDueLabel(due: string, now: number, timeZone: string): DueLabel {
  const days = daysBetween(getDateInZone(now, timeZone), getDateInZone(Date.parse(due), timeZone))
  if (days > 1) return { text: `${days} days left`, overdue: false }
  if (days < -1) return { text: `${-days} days ago`, overdue: true }
  if (days === -1) return { text: 'Yesterday', overdue: true }
  return { text: days === 1 ? 'Tomorrow' : 'Today', overdue: false }
}

/**
 * Reviews due before this instant (ms since 1970) are overdue. It is the start of today in the
 * school's time zone, because a review may be held until the end of its due date.
 */
export function getOverdueCutoff(now: number, timeZone: string): number {
  return startOfDay(getDateInZone(now, timeZone), timeZone)
}
