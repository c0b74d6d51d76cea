import { taskCompleted, taskNotAdded, type WeekStatus } from '#contract/reviews/reviews.ts'
import { pickOne, type Random, randomBoolean, randomInteger, shuffle } from '../random.ts'

/** How a conducted review ended. */
export type Outcome = Exclude<WeekStatus, ''>

type Range = [least: number, most: number]

/**
 * For each outcome: marks, number of pending topics, and the probability that a task was handed in.
 */
const outcomes: Record<Outcome, { marks: Range; pending: Range; handedIn: number }> = {
  'Task Completed': { marks: [75, 98], pending: [0, 1], handedIn: 0.9 },
  'Task Needs Improvement': { marks: [55, 74], pending: [1, 2], handedIn: 0.7 },
  'Task Critical': { marks: [35, 54], pending: [2, 4], handedIn: 0.5 },
  'Week Repeat': { marks: [10, 40], pending: [3, 5], handedIn: 0.25 },
}

/** The outcomes of weeks that are not repeated, weighted by frequency. */
const passing: Outcome[] = [
  ...Array<Outcome>(6).fill('Task Completed'),
  ...Array<Outcome>(3).fill('Task Needs Improvement'),
  'Task Critical',
]

/** Picks an outcome after which the next week begins. */
export function pickPassingOutcome(random: Random): Outcome {
  return pickOne(random, passing)
}

/** Generates the marks of a review with this outcome, and some of the week's topics as pending. */
export function makeMarks(random: Random, outcome: Outcome, topics: string[]) {
  const { marks, pending, handedIn } = outcomes[outcome]
  return {
    code: randomInteger(random, ...marks),
    theory: randomInteger(random, ...marks),
    week_status: outcome,
    pending_task: JSON.stringify(
      shuffle(random, topics).slice(0, randomInteger(random, ...pending)),
    ),
    ...makeTaskStates(random, handedIn),
  }
}

/** Generates the three task states, each completed with this probability. */
export function makeTaskStates(random: Random, probability: number) {
  const state = () => (randomBoolean(random, probability) ? taskCompleted : taskNotAdded)
  return { seminar: state(), progress: state(), typing: state() }
}
