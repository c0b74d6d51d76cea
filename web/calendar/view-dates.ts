import { addDays, getMonday } from '#contract/kit/time/zone.ts'
import { formatFullDate, formatMonthYear } from '#web/kit/ui/dates/dates.ts'
import { getFirstOfMonth, getNextMonth, getPreviousMonth } from '#web/kit/ui/dates/month-weeks.ts'

export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]

/** The dates (YYYY-MM-DD) that a view shows: the day itself, or whole weeks starting on Monday. */
export function getViewDates(view: View, date: string): string[] {
  if (view === 'day') return [date]
  const first = view === 'week' ? date : getFirstOfMonth(date)
  const end = view === 'week' ? addDays(date, 1) : getNextMonth(first)
  const dates: string[] = []
  for (let one = getMonday(first); one < end || dates.length % 7 > 0; one = addDays(one, 1)) {
    dates.push(one)
  }
  return dates
}

/** The date one view later (1) or earlier (-1). */
export function stepDate(view: View, date: string, by: 1 | -1): string {
  if (view === 'month') return addMonth(date, by)
  return addDays(date, view === 'week' ? 7 * by : by)
}

/** The same day of the next (1) or previous (-1) month, or else that month's last day. */
export function addMonth(date: string, by: 1 | -1): string {
  const first =
    by === 1 ? getNextMonth(getFirstOfMonth(date)) : getPreviousMonth(getFirstOfMonth(date))
  const last = addDays(getNextMonth(first), -1)
  const same = `${first.slice(0, 8)}${date.slice(8)}`
  return same > last ? last : same
}

/**
 * The title of a view: 'Mon 5 Jan 2026', '5 to 11 Jan 2026', '29 Dec 2025 to 4 Jan 2026', 'January
 * 2026'.
 */
export function formatViewTitle(view: View, date: string): string {
  if (view === 'day') return formatFullDate(date)
  if (view === 'month') return formatMonthYear(date)
  const [, day = '', month = '', year = ''] = formatFullDate(getMonday(date)).split(' ')
  const [, lastDay, lastMonth, lastYear] = formatFullDate(addDays(getMonday(date), 6)).split(' ')
  const begins = [day, month === lastMonth ? '' : month, year === lastYear ? '' : year]
  return `${begins.filter(Boolean).join(' ')} to ${lastDay} ${lastMonth} ${lastYear}`
}
