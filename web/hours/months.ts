import { addDays } from '#contract/kit/time/zone.ts'
import { formatFullDate, formatMonthYear } from '#web/kit/ui/dates/dates.ts'

/** The first and last date (YYYY-MM-DD) of a time. */
export type Span = { from: string; to: string }

/** The month of a date. */
export function getMonth(date: string): Span {
  const from = `${date.slice(0, 7)}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, to: addDays(next, -1) }
}

/** The month of a date and those before it, the latest first. */
export function listMonths(date: string, count: number): Span[] {
  const months: Span[] = []
  for (let day = date; months.length < count; ) {
    const month = getMonth(day)
    months.push(month)
    day = addDays(month.from, -1)
  }
  return months
}

export function isMonth({ from, to }: Span): boolean {
  return getMonth(from).from === from && getMonth(from).to === to
}

/** A month as 'March 2026', other days as 'Mon 2 Mar 2026 to Fri 6 Mar 2026'. */
export function formatSpan(span: Span): string {
  if (isMonth(span)) return formatMonthYear(span.from)
  return `${formatFullDate(span.from)} to ${formatFullDate(span.to)}`
}
