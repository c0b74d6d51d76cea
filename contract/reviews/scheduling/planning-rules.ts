import { hourMs } from '../../kit/time/durations.ts'
import {
  type HolidayCalendar,
  includePrecedingHolidays,
  skipHolidays,
} from '../../kit/time/holidays.ts'
import { addDays, formatDayInZone, getDateInZone, startOfDay } from '../../kit/time/zone.ts'

/** A school's rules for planning slots before the due date (contract, section 14). */
export type PlanningRules = HolidayCalendar & { planEarliestDays: number; planNoticeHours: number }

type Asked = {
  dueAt: number
  now: number
  rule: PlanningRules
  /** Ignores `planEarliestDays`. */
  asSoonAsPossible?: boolean
}

/**
 * The earliest start of a slot planned, suggested or offered for a review (ms since 1970), and its
 * date (YYYY-MM-DD): `planEarliestDays` before the due date or after the holidays then, and not
 * within the notice. An overdue review takes the next slot there is.
 */
export function getEarliestStart({ dueAt, now, rule, asSoonAsPossible = false }: Asked) {
  const { timeZone, planNoticeHours } = rule
  const today = getDateInZone(now, timeZone)
  if (dueAt <= now) return { from: now, date: today }
  const first = firstDate(dueAt, rule)
  const date = asSoonAsPossible || first < today ? today : first
  const from = Math.max(now + planNoticeHours * hourMs, startOfDay(date, timeZone))
  return { from, date }
}

/** The first date (YYYY-MM-DD) to plan a review for that is not overdue. */
function firstDate(dueAt: number, rule: Omit<PlanningRules, 'planNoticeHours'>): string {
  const date = addDays(getDateInZone(dueAt, rule.timeZone), -rule.planEarliestDays)
  return skipHolidays(date, rule.holidays)
}

type Bookable = Omit<PlanningRules, 'planNoticeHours'> & { bookableDays: number }

/**
 * The date (YYYY-MM-DD) from which a review is planned, if no slot from then on can be booked yet;
 * otherwise undefined. `dueAt` is in ms since 1970.
 */
export function findPlannableFromDate(
  dueAt: number,
  today: string,
  rule: Bookable,
): string | undefined {
  const first = firstDate(dueAt, rule)
  return first >= addDays(today, rule.bookableDays) ? first : undefined
}

/**
 * Reviews due before this instant (ms since 1970) can be planned now, others have a
 * `findPlannableFromDate`.
 */
export function getPlannableDueCutoff(now: number, rule: Bookable): number {
  const { timeZone, planEarliestDays, bookableDays, holidays } = rule
  const first = includePrecedingHolidays(
    addDays(getDateInZone(now, timeZone), bookableDays),
    holidays,
  )
  return startOfDay(addDays(first, planEarliestDays), timeZone)
}

/** Such as 'from Tue 1 Dec'. */
export function formatFromDate(date: string): string {
  return `from ${formatDayInZone(Date.parse(date), 'UTC')}`
}
