import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Concern } from '#contract/progress/concern.ts'
import type { ProgressReview } from '#contract/progress/progress.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Turn } from '#contract/reviews/turn.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { formatConcern } from './api.ts'

type Known = {
  /** The newest review. */
  present: Pick<Review, 'week' | 'date' | 'turn'>
  concern: Concern[]
  /** The start of the slot of a booked review that waits for marks (ms since 1970). */
  unmarkedSince: number | undefined
  now: number
  timeZone: string
}

/**
 * The student's progress in one sentence: blocked, why they are stuck, or how far they are:
 * 'Overdue since Mon 16 Nov'.
 */
export function summarizeProgress(known: Known): string {
  const { present, concern, unmarkedSince, now, timeZone } = known
  const week = `week ${formatWeekNumber(present.week)}`
  const formatDate = (instant: number) =>
    toMidSentence(formatDay(getDateInZone(instant, timeZone), getDateInZone(now, timeZone)))
  if (present.turn?.step === 'wait') {
    return `${present.turn.onHold === 'paused' ? 'Paused' : 'Blocked'} in ${week}`
  }
  if (concern.length > 0) {
    const reasons = concern.map((one) => formatConcern(one, { now, timeZone }))
    return reasons.map((said, place) => (place === 0 ? said : lowerFirst(said))).join(', ')
  }
  if (present.turn === null) return `Done with ${week}`
  if (unmarkedSince !== undefined) {
    return `In ${week}, the review of ${formatDate(unmarkedSince)} has no marks yet`
  }
  return `On track in ${week}: ${formatState(present.turn, formatDate(Date.parse(present.date)))}`
}

const lowerFirst = (said: string) => said.charAt(0).toLowerCase() + said.slice(1)

function formatState({ step }: Turn, due: string): string {
  if (step === 'decide') return 'marked, waiting for a decision'
  return step === 'hold' ? 'slot booked' : `review due ${due}`
}

/** The latest marks: 'Week 04: code 71, theory 64, Task Completed'. */
export function formatLastMarks(weeks: ProgressReview[]): string {
  const marked = weeks.findLast(({ code }) => code !== null)
  if (!marked) return 'none yet'
  const { week, code, theory, weekStatus } = marked
  return `Week ${formatWeekNumber(week)}: code ${code}, theory ${theory}, ${weekStatus}`
}
