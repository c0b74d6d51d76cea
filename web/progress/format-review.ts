import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import type { ProgressReview } from '#contract/progress/progress.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'

type Reader = { today: string; timeZone: string }

/** The facts of one review: 'Held Mon 16 Nov, 2 days after it was due', 'Code 77, theory 68'. */
export function listReviewFacts(review: ProgressReview, reader: Reader): string[] {
  const { code, theory, minutes, noShows, isClosed, pendingTask } = review
  return [
    formatWhen(review, reader),
    ...(code === null || theory === null ? [] : [`Code ${code}, theory ${theory}`]),
    ...(minutes > 0 ? [`${formatCount(minutes, 'minute', 'minutes')} in the call`] : []),
    ...(noShows > 0 ? [formatCount(noShows, 'no-show', 'no-shows')] : []),
    ...(isClosed && pendingTask.length > 0 ? [formatPendingTasks(pendingTask)] : []),
  ]
}

function formatWhen({ due, held, isClosed }: ProgressReview, { today, timeZone }: Reader): string {
  const dateOf = (instant: string) => getDateInZone(Date.parse(instant), timeZone)
  if (held !== null) {
    const day = toMidSentence(formatDay(dateOf(held), today))
    return `Held ${day}, ${formatDelay(daysBetween(dateOf(due), dateOf(held)))}`
  }
  return isClosed ? 'Ended without a review' : `Due ${toMidSentence(formatDay(dateOf(due), today))}`
}

function formatDelay(days: number): string {
  if (days === 0) return 'the day it was due'
  const distance = formatCount(Math.abs(days), 'day', 'days')
  return `${distance} ${days > 0 ? 'after' : 'before'} it was due`
}

/** '2 tasks carried over' */
export const formatPendingTasks = (tasks: string[]) =>
  `${formatCount(tasks.length, 'task', 'tasks')} carried over`

/** The heading of one review: 'Week 03', 'Week 03, second time'. */
export function formatReviewHeading({ week, repeats }: ProgressReview): string {
  const ordinals = ['', ', second time', ', third time']
  return `Week ${formatWeekNumber(week)}${ordinals[repeats] ?? `, ${repeats + 1}th time`}`
}

/** What a student reads first: how far they are. */
export function formatCoursePosition(weeks: ProgressReview[]): string {
  const last = weeks.at(-1)
  if (!last) return ''
  const done = new Set(weeks.map(({ week }) => week).filter((week) => week < last.week)).size
  const week = `week ${formatWeekNumber(last.week)}`
  if (last.isClosed) return `You reached ${week}`
  return done === 0 ? `You are in ${week}` : `${formatDone(done)}, and you are in ${week}`
}

const formatDone = (done: number) => (done === 1 ? 'One week is done' : `${done} weeks are done`)

/** A plain word that helps a student on. */
export function getEncouragement(weeks: ProgressReview[]): string {
  if (weeks.at(-1)?.isClosed) return 'Everything you did is below.'
  if ((weeks.at(-1)?.repeats ?? 0) > 0) return 'This time you build on what you already know.'
  const means = weeks.flatMap(({ code, theory }) =>
    code === null || theory === null ? [] : [code + theory],
  )
  const [before, latest] = means.slice(-2)
  if (before !== undefined && latest !== undefined && latest > before) {
    return 'Your marks went up in the last review.'
  }
  return 'Each review shows you the next step.'
}

/** Whether there is more to show than a first review that is still to come. */
export function hasBegun(weeks: ProgressReview[]): boolean {
  return weeks.length > 1 || weeks.some(({ held }) => held !== null)
}
