import type { SchoolSummary } from '#contract/school.ts'
import { twoDigits } from '#web/kit/look/week.ts'

/** Is the school running? In one sentence. */
export function answerOf(summary: SchoolSummary): string {
  const { students, reviewsToSchedule, reviewsOverdue, reviewsScheduled } = summary
  if (students === 0) return 'Your school has no students yet'
  if (reviewsToSchedule === 0 && reviewsScheduled === 0) return 'No review is open'
  if (reviewsToSchedule === 0) return 'All open reviews have a slot'
  const waiting = `${counted(reviewsToSchedule, 'review waits', 'reviews wait')} for a slot`
  if (reviewsOverdue === 0) return `${waiting}, none is overdue`
  return `${waiting}, ${counted(reviewsOverdue, 'is', 'are')} overdue`
}

/** A number with the word that fits it: '1 student', '7 students'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export type DomainWeeks = { domain: string; students: number; byWeek: Map<number, number> }

/** The counts of each domain by week, in the order in which they come. */
export function weeksByDomain(rows: SchoolSummary['studentsByWeek']): DomainWeeks[] {
  const domains = new Map<string, DomainWeeks>()
  for (const { domain, week, students } of rows) {
    const found = domains.get(domain) ?? { domain, students: 0, byWeek: new Map() }
    found.students += students
    found.byWeek.set(week, (found.byWeek.get(week) ?? 0) + students)
    domains.set(domain, found)
  }
  return [...domains.values()]
}

/** What the counts show: the week in which most students stand, all domains together. */
export function findingOf(rows: SchoolSummary['studentsByWeek']): string {
  const byWeek = new Map<number, number>()
  for (const { week, students } of rows) byWeek.set(week, (byWeek.get(week) ?? 0) + students)
  const most = Math.max(...byWeek.values())
  const weeks = [...byWeek].flatMap(([week, students]) => (students === most ? [week] : []))
  const all = [...byWeek.values()].reduce((sum, students) => sum + students, 0)
  const named = weeks.toSorted((a, b) => a - b).map(twoDigits)
  if (named.length > 3) return `${named.length} weeks have the most students, ${most} each`
  if (named.length > 1) return `Weeks ${listed.format(named)} have the most students, ${most} each`
  return `Week ${named[0]} has the most students: ${most} of ${all}`
}

const listed = new Intl.ListFormat('en')
