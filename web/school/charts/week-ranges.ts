import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'

type Rows = Omit<SchoolSummary['studentsByWeek'][number], 'domainId'>[]

/** A range of weeks, with the number of students in it. */
export type WeekRange = { from: number; to: number; students: number }

/** More bars would be confusing; fewer would say nothing. */
const [barsMax, barsMin] = [8, 3]

/** Weeks beside the first or last bar with at most this share of students are added to it. */
const strayShare = 0.01

/**
 * Groups the students by ranges of weeks, with more bars for more students: three for ten students,
 * eight for ten thousand. The first bar starts at the first week with more than a few students.
 */
export function groupWeeks(rows: Rows): WeekRange[] {
  const byWeek = countStudentsByWeek(rows)
  const [begin, end] = [byWeek.findIndex((students) => students > 0), byWeek.length - 1]
  const strays = strayShare * sum(byWeek)
  const first = byWeek.findIndex((_, week) => sum(byWeek.slice(0, week + 1)) > strays)
  const last = byWeek.findLastIndex((_, week) => sum(byWeek.slice(week)) > strays)
  const weeks = last - first + 1
  const bars = Math.min(Math.max(Math.floor(Math.sqrt(sum(byWeek))), barsMin), barsMax)
  const width = Math.ceil(weeks / bars)
  const length = Math.ceil(weeks / width)
  return Array.from({ length }, (_, place) => {
    const from = place === 0 ? begin : first + place * width
    const to = place === length - 1 ? end : first + (place + 1) * width - 1
    return { from, to, students: sum(byWeek.slice(from, to + 1)) }
  })
}

/**
 * The chart's finding: the range with most students, and how many of how many. 'Most' means more
 * than half; otherwise they are spread, even if one bar is the longest.
 */
export function getChartHeadline(rows: Rows): string {
  const all = sum(countStudentsByWeek(rows))
  const spans = groupWeeks(rows)
  const [fullest] = spans.toSorted((one, other) => other.students - one.students)
  const [first, last] = [spans.at(0), spans.at(-1)]
  if (!fullest || !first || !last) return ''
  const { from, to, students } = fullest
  const where = formatWeeks(from, to)
  if (students === all) return `All students are in ${where}`
  if (students * 2 <= all) return `Students are spread over ${formatWeeks(first.from, last.to)}`
  const figures = [students, all].map((count) => count.toLocaleString('en'))
  return `Most students are in ${where}: ${figures.join(' of ')}`
}

/** A range of weeks: 'week 07', 'weeks 07 to 09'. */
export function formatWeeks(from: number, to: number): string {
  return from === to
    ? `week ${formatWeekNumber(from)}`
    : `weeks ${formatWeekNumber(from)} to ${formatWeekNumber(to)}`
}

/** The number of students by week, over all domains; index 0 is unused. */
function countStudentsByWeek(rows: Rows): number[] {
  const byWeek = Array<number>(Math.max(...rows.map(({ week }) => week)) + 1).fill(0)
  for (const { week, students } of rows) byWeek[week] = (byWeek[week] ?? 0) + students
  return byWeek
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
