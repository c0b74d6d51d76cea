import { dateInZone, daysBetween, instantAt } from '../kit/time/zone.ts'

export type DueLabel = { text: string; overdue: boolean }

/**
 * How long it is until a review is due (an ISO instant), by the calendar of the school's zone:
 * 'N days left' above one day, 'Tomorrow' at exactly one, 'Today' on the day itself (specification,
 * section 4; contract, section 7), then 'Yesterday' and 'N days ago'; and whether the day has passed.
 * `now` is in ms since 1970.
 */
export function getDueLabel(due: string, now: number, timeZone: string): DueLabel {
  const days = daysBetween(dateInZone(now, timeZone), dateInZone(Date.parse(due), timeZone))
  if (days > 1) return { text: `${days} days left`, overdue: false }
  if (days < -1) return { text: `${-days} days ago`, overdue: true }
  if (days === -1) return { text: 'Yesterday', overdue: true }
  return { text: days === 1 ? 'Tomorrow' : 'Today', overdue: false }
}

/**
 * The instant (ms since 1970) before which what was due is overdue: the beginning of today in the
 * school's zone, as a review may be held until the end of the day on which it is due.
 */
export function getOverdueCutoff(now: number, timeZone: string): number {
  return instantAt(dateInZone(now, timeZone), '00:00', timeZone)
}
