import { hourMs } from '../kit/time.ts'
import { addDays, dateInZone, instantAt } from '../kit/zone.ts'

/** How a school aims at the date on which a review is due (contract, section 14). */
export type PlanRule = { timeZone: string; planEarliestDays: number; planNoticeHours: number }

type Asked = {
  dueAt: number
  now: number
  rule: PlanRule
  /** Whether the days before it is due do not count. */
  asSoonAsPossible?: boolean
}

/**
 * From when on (ms since 1970) a slot is planned for a review, suggested and offered, and the first
 * date (YYYY-MM-DD) of these: so many days before it is due, and not within the notice. What is
 * overdue has the next one there is, also as it cannot be planned for a day that is over.
 */
export function findEarliestSlot({ dueAt, now, rule, asSoonAsPossible = false }: Asked) {
  const { timeZone, planEarliestDays, planNoticeHours } = rule
  const today = dateInZone(now, timeZone)
  if (dueAt <= now) return { from: now, date: today }
  const first = addDays(dateInZone(dueAt, timeZone), -planEarliestDays)
  const date = asSoonAsPossible || first < today ? today : first
  const from = Math.max(now + planNoticeHours * hourMs, instantAt(date, '00:00', timeZone))
  return { from, date }
}
