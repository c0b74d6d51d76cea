import { counted } from '#contract/kit/counted.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { stepsOf } from './first-steps/steps.ts'

/** A sentence, and how it ends where that leads to a list of its own. */
type Answer = { said: string; overdue?: string }

/** Is the school running? In one sentence. */
export function answerOf(summary: SchoolSummary): Answer {
  const { reviewsToSchedule, reviewsOverdue, reviewsScheduled } = summary
  if (!isSetUp(summary)) {
    const next = stepsOf(summary).find(({ isDone }) => !isDone)
    return { said: `Next: ${next?.title.toLowerCase()}` }
  }
  if (reviewsToSchedule === 0 && reviewsScheduled === 0) return { said: 'No review is open' }
  if (reviewsToSchedule === 0) return { said: 'All open reviews have a slot' }
  const waiting = `${counted(reviewsToSchedule, 'review waits', 'reviews wait')} for a slot`
  if (reviewsOverdue === 0) return { said: `${waiting}, none is overdue` }
  return { said: `${waiting}, `, overdue: `${counted(reviewsOverdue, 'is', 'are')} overdue` }
}

/** Whether a school has all that reviews need: a domain, tasks, people of each role and slots. */
export function isSetUp(summary: SchoolSummary): boolean {
  const { domains, hasTasks, advisors, reviewers, students, hasSlots } = summary
  return Math.min(domains, advisors, reviewers, students) > 0 && hasTasks && hasSlots
}
