import { formatCount } from '#contract/kit/text/plural.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { paths } from '#web/paths.ts'
import { getSteps } from './first-steps/steps.ts'

/** A part of a sentence: text, or a link to the students it is about. */
type Part = string | { name: string; to: string }

/** The id of the home's list of students at risk. */
export const atRiskId = 'at-risk'

/** The state of the school in a sentence: whether it is running, and if not, where it is stuck. */
export function getHeadline(summary: SchoolSummary): Part[] {
  if (!isSetUp(summary)) {
    const next = getSteps(summary).find(({ isDone }) => !isDone)
    return [`Next: ${next?.title.toLowerCase()}`]
  }
  const { reviewsToSchedule, reviewsOverdue, reviewsUnmarked, reviewsUndecided } = summary
  const isStuck = reviewsOverdue + reviewsUnmarked + reviewsUndecided > 0
  if (reviewsToSchedule === 0 && !isStuck) {
    return [summary.reviewsScheduled === 0 ? 'No review is open' : 'All open reviews have a slot']
  }
  const counted: [count: number, one: string, many: string, to: string][] = [
    [reviewsToSchedule, 'waits for a slot', 'wait for a slot', paths.studentsIn('waiting')],
    [reviewsOverdue, 'is overdue', 'are overdue', paths.studentsIn('overdue')],
    [reviewsUnmarked, 'has no marks', 'have no marks', `?risk=unmarked#${atRiskId}`],
    [reviewsUndecided, 'is not decided', 'are not decided', `?risk=undecided#${atRiskId}`],
  ]
  const parts = counted
    .filter(([count]) => count > 0)
    .flatMap(([count, one, many, to], place): Part[] => {
      const name =
        place === 0
          ? formatCount(count, `review ${one}`, `reviews ${many}`)
          : formatCount(count, one, many)
      return place === 0 ? [{ name, to }] : [', ', { name, to }]
    })
  return isStuck ? parts : [...parts, ', none is overdue']
}

/** Whether the school has all that reviews need: a domain, tasks, people of each role and slots. */
export function isSetUp(summary: SchoolSummary): boolean {
  const { domains, hasTasks, advisors, reviewers, students, hasSlots } = summary
  return Math.min(domains, advisors, reviewers, students) > 0 && hasTasks && hasSlots
}

/** Whether a student has joined a school that is set up. */
export function hasBegun(summary: SchoolSummary): boolean {
  return isSetUp(summary) && summary.students > summary.invitedStudents
}
