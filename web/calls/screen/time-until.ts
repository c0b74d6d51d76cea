import { minuteMs } from '#contract/kit/time/durations.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The time until an instant: 'in 20 minutes', 'in 16 hours', 'in 3 days'. */
export function formatTimeUntil(instant: number, now: number): string {
  const minutes = Math.ceil((instant - now) / minuteMs)
  if (minutes < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? relative.format(hours, 'hour')
    : relative.format(Math.round(hours / 24), 'day')
}
