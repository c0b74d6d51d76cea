import { hourMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { formatClock } from './clock.ts'

/** An hour for a calendar's axis: '8 AM' or '08:00'. */
export function formatHour(hour: number): string {
  return formatClock(toClockTime(hour * hourMs)).replace(':00 ', ' ')
}

/** Minutes as hours and minutes: '21 h 30 min', '45 min'. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  const whole = `${hours.toLocaleString('en')} h`
  return rest === 0 ? whole : `${whole} ${rest} min`
}
