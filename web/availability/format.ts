import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { formatClock } from '#web/kit/ui/dates/clock.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import type { BlockSettings } from './blocks.ts'

/** The name of a weekday (1 to 7). */
export function getDayName(weekday: number): string {
  return weekdays[weekday - 1] ?? ''
}

/** The name of a weekday in three letters. */
export function getShortDayName(weekday: number): string {
  return getDayName(weekday).slice(0, 3)
}

/** '9:00 AM to 12:00 PM'. */
export function formatBlockTimes({ from, to }: Pick<AvailabilityBlock, 'from' | 'to'>): string {
  return `${formatClock(from)} to ${formatClock(to)}`
}

/** 'Mon, 9:00 AM to 12:00 PM'. */
export function formatBlock(block: AvailabilityBlock): string {
  return `${getShortDayName(block.weekday)}, ${formatBlockTimes(block)}`
}

/** 'Reviews of 30 minutes, every 2 weeks, from Tue 24 Nov until Fri 18 Dec'. */
export function formatBlockSettings(kind: BlockSettings, today: string): string {
  const { reviewTime, everyWeeks, since, until } = kind
  const rhythm = everyWeeks === 1 ? 'every week' : `every ${everyWeeks} weeks`
  // The start of a weekly block does not matter once it has passed.
  const from = everyWeeks > 1 || since > today ? ` from ${formatListDate(since, today)}` : ''
  const end = until === null ? '' : ` until ${formatListDate(until, today)}`
  const span = from + end
  return `Reviews of ${reviewTime} ${reviewTime === 1 ? 'minute' : 'minutes'}, ${rhythm}${span && `,${span}`}`
}
