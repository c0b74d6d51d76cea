import { formatCount } from '#contract/kit/text/plural.ts'
import type { PersonState } from '#contract/people.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { getSteps } from './first-steps/steps.ts'

/** A part of a sentence: words alone, or those that lead to the students in a state. */
type Part = string | { name: string; state: PersonState }

/** Is the school running? In one sentence. */
export function getHeadline(summary: SchoolSummary): Part[] {
  const { reviewsToSchedule, reviewsOverdue, reviewsScheduled } = summary
  if (!isSetUp(summary)) {
    const next = getSteps(summary).find(({ isDone }) => !isDone)
    return [`Next: ${next?.title.toLowerCase()}`]
  }
  if (reviewsToSchedule === 0 && reviewsScheduled === 0) return ['No review is open']
  if (reviewsToSchedule === 0) return ['All open reviews have a slot']
  const name = `${formatCount(reviewsToSchedule, 'review waits', 'reviews wait')} for a slot`
  const waiting: Part = { name, state: 'waiting' }
  if (reviewsOverdue === 0) return [waiting, ', none is overdue']
  const overdue = `${formatCount(reviewsOverdue, 'is', 'are')} overdue`
  return [waiting, ', ', { name: overdue, state: 'overdue' }]
}

/** Whether a school has all that reviews need: a domain, tasks, people of each role and slots. */
export function isSetUp(summary: SchoolSummary): boolean {
  const { domains, hasTasks, advisors, reviewers, students, hasSlots } = summary
  return Math.min(domains, advisors, reviewers, students) > 0 && hasTasks && hasSlots
}
