import { hourMs } from '../../kit/time/durations.ts'
import { addDays, dateInZone, dayInZone, instantAt } from '../../kit/time/zone.ts'

/** How a school aims at the date on which a review is due (contract, section 14). */
export type PlanningRules = { timeZone: string; planEarliestDays: number; planNoticeHours: number }

type Asked = {
  dueAt: number
  now: number
  rule: PlanningRules
  /** Whether the days before it is due do not count. */
  asSoonAsPossible?: boolean
}

/**
 * From when on (ms since 1970) a slot is planned for a review, suggested and offered, and the first
 * date (YYYY-MM-DD) of these: so many days before it is due, and not within the notice. What is
 * overdue has the next one there is, also as it cannot be planned for a day that is over.
 */
export function getEarliestStart({ dueAt, now, rule, asSoonAsPossible = false }: Asked) {
  const { timeZone, planNoticeHours } = rule
  const today = dateInZone(now, timeZone)
  if (dueAt <= now) return { from: now, date: today }
  const first = firstDate(dueAt, rule)
  const date = asSoonAsPossible || first < today ? today : first
  const from = Math.max(now + planNoticeHours * hourMs, instantAt(date, '00:00', timeZone))
  return { from, date }
}

/** The first of the dates (YYYY-MM-DD) on which a review is planned that is not overdue. */
function firstDate(
  dueAt: number,
  rule: Pick<PlanningRules, 'timeZone' | 'planEarliestDays'>,
): string {
  return addDays(dateInZone(dueAt, rule.timeZone), -rule.planEarliestDays)
}

type Bookable = Pick<PlanningRules, 'timeZone' | 'planEarliestDays'> & { bookableDays: number }

/**
 * The date (YYYY-MM-DD) before which no slot is planned for a review that is due then (ms since 1970),
 * where none from then on can be booked on this day yet.
 */
export function findNotPlannedBefore(
  dueAt: number,
  today: string,
  rule: Bookable,
): string | undefined {
  const first = firstDate(dueAt, rule)
  return first >= addDays(today, rule.bookableDays) ? first : undefined
}

/**
 * Before when (ms since 1970) a review must be due to be planned now: none that is due earlier has a
 * `findNotPlannedBefore`.
 */
export function getPlannableDueLimit(now: number, rule: Bookable): number {
  const { timeZone, planEarliestDays, bookableDays } = rule
  const date = addDays(dateInZone(now, timeZone), bookableDays + planEarliestDays)
  return instantAt(date, '00:00', timeZone)
}

/** That date in words: from Tue 1 Dec. */
export function formatFromDate(date: string): string {
  return `from ${dayInZone(Date.parse(date), 'UTC')}`
}
