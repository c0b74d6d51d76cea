import { completed, notAdded, type WeekStatus } from '#contract/reviews.ts'
import { pickOne, type Random, randomBoolean, randomInteger, shuffle } from '../random.ts'

/** How a conducted review ended. */
export type Outcome = Exclude<WeekStatus, ''>

type Range = [least: number, most: number]

/** What goes with each outcome: marks, pending topics, how likely a task was handed in. */
const outcomes: Record<Outcome, { marks: Range; pending: Range; handedIn: number }> = {
  'Task Completed': { marks: [75, 98], pending: [0, 1], handedIn: 0.9 },
  'Task Needs Improvement': { marks: [55, 74], pending: [1, 2], handedIn: 0.7 },
  'Task Critical': { marks: [35, 54], pending: [2, 4], handedIn: 0.5 },
  'Week Repeat': { marks: [10, 40], pending: [3, 5], handedIn: 0.25 },
}

/** How the weeks that are not repeated go, the frequent ones more often. */
const passing: Outcome[] = [
  ...Array<Outcome>(6).fill('Task Completed'),
  ...Array<Outcome>(3).fill('Task Needs Improvement'),
  'Task Critical',
]

/** The outcome of a week after which the next one begins. */
export function pickPassingOutcome(random: Random): Outcome {
  return pickOne(random, passing)
}

/** What a reviewer notes at a review that ends so, with topics of the week left pending. */
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

/** The three task states, each completed with this probability. */
export function makeTaskStates(random: Random, probability: number) {
  const state = () => (randomBoolean(random, probability) ? completed : notAdded)
  return { seminar: state(), progress: state(), typing: state() }
}
