import { addDays, clockInZone, dateInZone, instantAt } from '../../kit/time/zone.ts'
import type { QuietHours } from './settings.ts'

/**
 * When quiet hours end that an instant lies in (both ms since 1970), by the clock of their zone;
 * null where it lies in none.
 */
export function getQuietHoursEnd(
  { from, to }: QuietHours,
  timeZone: string,
  instant: number,
): number | null {
  const clock = clockInZone(instant, timeZone)
  const isOverMidnight = to < from
  const isQuiet = isOverMidnight ? clock >= from || clock < to : clock >= from && clock < to
  if (!isQuiet) return null
  const date = dateInZone(instant, timeZone)
  const end = instantAt(clock < to ? date : addDays(date, 1), to, timeZone)
  // As the clock is set back an hour comes twice: the quiet hours end in the first of them.
  return end > instant ? end : null
}
