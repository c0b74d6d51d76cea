import { hourMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { formatClock } from './clock.ts'

/** An hour for a calendar's axis: '8 AM' or '08:00'. */
export function formatHour(hour: number): string {
  return formatClock(toClockTime(hour * hourMs)).replace(':00 ', ' ')
}

/**
 * Minutes as hours and minutes: '21 h 30 min', '45 min'. A number stays on the line of its unit.
 */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}\u00a0min`
  const whole = `${hours.toLocaleString('en')}\u00a0h`
  return rest === 0 ? whole : `${whole} ${rest}\u00a0min`
}
