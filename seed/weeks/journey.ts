import { firstWeek } from '#contract/limits/limits.ts'
import { type Random, randomBoolean } from '../random.ts'
import type { Course } from './domains-and-tasks.ts'
import { type Outcome, pickPassingOutcome } from './outcomes.ts'

/** The state of the current week's review. */
export type ReviewState = 'to book' | 'overdue' | 'scheduled' | 'to decide'

/** A student's progress through a course: the past weeks in order, and the current one. */
export type Journey = {
  course: Course
  past: { week: number; outcome: Outcome }[]
  week: number
  present: ReviewState
}

const repeatProbability = 0.12
const repeatsMax = 3

/** Returns the most past reviews a student in this week can have. */
export function getMaxPastReviews(week: number): number {
  return week - firstWeek + repeatsMax
}

/** Generates how a student got to a week; some weeks were repeated. */
export function makeJourney(random: Random, options: Omit<Journey, 'past'>): Journey {
  const past: Journey['past'] = []
  let repeats = 0
  for (let week = firstWeek; week <= options.week; week++) {
    while (repeats < repeatsMax && randomBoolean(random, repeatProbability)) {
      past.push({ week, outcome: 'Week Repeat' })
      repeats++
    }
    if (week < options.week) past.push({ week, outcome: pickPassingOutcome(random) })
  }
  return { ...options, past }
}

/** The demo student's journey, with every outcome except 'Task Critical'. */
export function makeDemoJourney(course: Course): Journey {
  return {
    course,
    past: [
      { week: 1, outcome: 'Task Completed' },
      { week: 2, outcome: 'Task Needs Improvement' },
      { week: 3, outcome: 'Week Repeat' },
      { week: 3, outcome: 'Task Completed' },
      { week: 4, outcome: 'Task Completed' },
    ],
    week: 5,
    present: 'scheduled',
  }
}
