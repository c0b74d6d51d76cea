import { dateInZone, daysBetween } from '../kit/zone.ts'

export type DueLabel = { text: string; overdue: boolean }

/**
 * How long it is until a review is due (an ISO instant), by the calendar of the school's zone:
 * 'N days left' above one day, 'Tomorrow' at exactly one, otherwise 'Today', and whether the day
 * has passed (specification, section 4; contract, section 7). `now` is in ms since 1970.
 */
export function dueLabel(due: string, now: number, timeZone: string): DueLabel {
  const days = daysBetween(dateInZone(now, timeZone), dateInZone(Date.parse(due), timeZone))
  if (days > 1) return { text: `${days} days left`, overdue: false }
  return { text: days === 1 ? 'Tomorrow' : 'Today', overdue: days < 0 }
}
