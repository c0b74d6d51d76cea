import { addDays, getClockTimeInZone, getDateInZone, getInstantAt } from '../../kit/time/zone.ts'
import type { QuietHours } from './settings.ts'

/** The end of the quiet hours that contain an instant (both ms since 1970); null if none do. */
export function getQuietHoursEnd(
  { from, to }: QuietHours,
  timeZone: string,
  instant: number,
): number | null {
  const clock = getClockTimeInZone(instant, timeZone)
  const isOverMidnight = to < from
  const isQuiet = isOverMidnight ? clock >= from || clock < to : clock >= from && clock < to
  if (!isQuiet) return null
  const date = getDateInZone(instant, timeZone)
  const end = getInstantAt(clock < to ? date : addDays(date, 1), to, timeZone)
  // An hour that occurs twice ends the quiet hours the first time.
  return end > instant ? end : null
}
