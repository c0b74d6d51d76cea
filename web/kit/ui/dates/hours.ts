import { hourMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { formatClock } from './clock.ts'

/** An hour for a calendar's axis: '8 AM' or '08:00'. */
export function formatHour(hour: number): string {
  return formatClock(toClockTime(hour * hourMs)).replace(':00 ', ' ')
}
