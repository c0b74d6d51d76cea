import { toClock } from '#contract/kit/time/iso.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { formatClock } from './clock.ts'

/** An hour for a calendar's axis: '8 AM' or '08:00'. */
export function formatHour(hour: number): string {
  return formatClock(toClock(hour * hourMs)).replace(':00 ', ' ')
}
