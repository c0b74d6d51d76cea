import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getDueLabel } from '#contract/reviews/due-date.ts'
import { isOnHold, type Review } from '#contract/reviews/reviews.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'

/** The steps in order, by their labels. */
const words = {
  due: 'Due',
  booked: 'Booked',
  held: 'Held',
  marked: 'Marked',
  decided: 'Decided',
} as const
type Name = keyof typeof words
const names = Object.keys(words) as Name[]

/** The labels of the five steps, in order. */
export const stepLabelsText = Object.values(words).join(', ').toLowerCase()

export type TimelineStep = {
  name: Name
  word: string
  /**
   * The last step reached is 'present'; one that was skipped is 'left out'. The due date is a
   * 'deadline' while a booked review is still before it.
   */
  is: 'past' | 'present' | 'ahead' | 'left out' | 'deadline'
  /** The date as text, with the time where that matters; null if there is none or it is unknown. */
  when: string | null
  /** The date for the `dateTime` attribute. */
  dateTime: string | null
  note: 'overdue' | 'planned' | 'not yet' | 'skipped' | 'marked early' | null
}

type TimelineReview = Pick<
  Review,
  'status' | 'isClosed' | 'startsAt' | 'date' | 'life' | 'isStudentBlocked' | 'isStudentPaused'
>

/** The timeline of a review at an instant (ms since 1970) in the school's time zone. */
export function getTimelineSteps(
  review: TimelineReview,
  now: number,
  timeZone: string,
): TimelineStep[] {
  const present = names.indexOf(getCurrent(review))
  return names.map((name, index) => {
    const behind = isDueDateAhead(review, name, now, timeZone) ? 'deadline' : getPast(review, name)
    const is = index === present ? 'present' : index < present ? behind : 'ahead'
    const at = name === 'held' ? (review.life.held ?? review.startsAt) : review.life[name]
    const isEarly = name === 'held' && isMarkedEarly(review)
    const isKnown = at !== null && is !== 'left out' && !isEarly
    return {
      name,
      word: words[name],
      is,
      when: isKnown ? formatStepDate(review, name, { at, now, timeZone }) : null,
      dateTime: isKnown ? at : null,
      note: isEarly ? 'marked early' : getNote(review, { name, is, isKnown }, now, timeZone),
    }
  })
}

/** Whether a review counts as held only because it was marked before its slot began. */
function isMarkedEarly({ startsAt, life: { held, marked } }: TimelineReview): boolean {
  return held !== null && held === marked && startsAt !== null && held < startsAt
}

/** Whether this is the due date and it has not passed. */
function isDueDateAhead(
  { date }: TimelineReview,
  name: Name,
  now: number,
  timeZone: string,
): boolean {
  return name === 'due' && !getDueLabel(date, now, timeZone).overdue
}

function getCurrent({ status, isClosed, life }: TimelineReview): Name {
  if (isClosed) return 'decided'
  if (status === 'conducted') return 'marked'
  if (life.held) return 'held'
  return status === 'review-scheduled' ? 'booked' : 'due'
}

/** Whether a step is past; for old reviews the time is unknown. */
function getPast({ status, startsAt, life }: TimelineReview, name: Name): TimelineStep['is'] {
  const has = {
    due: true,
    decided: true,
    booked: startsAt !== null,
    held: life.held !== null,
    marked: status === 'conducted',
  }
  return has[name] ? 'past' : 'left out'
}

function getNote(
  { date, ...review }: TimelineReview,
  { name, is, isKnown }: { name: Name; is: TimelineStep['is']; isKnown: boolean },
  now: number,
  timeZone: string,
): TimelineStep['note'] {
  if (is === 'left out') return 'skipped'
  if (is === 'ahead') return isKnown ? 'planned' : 'not yet'
  const isWaiting = name === 'due' && is === 'present' && !isOnHold(review)
  return isWaiting && getDueLabel(date, now, timeZone).overdue ? 'overdue' : null
}

type At = { at: string; now: number; timeZone: string }

function formatStepDate(review: TimelineReview, name: Name, { at, now, timeZone }: At): string {
  const instant = Date.parse(at)
  const day = formatShortDate(getDateInZone(instant, timeZone))
  if (name === 'held') return `${day}, ${formatTimeAt(instant, timeZone)}`
  return isDueDateAhead(review, name, now, timeZone) ? `by ${day}` : day
}

/** The timeline in one sentence, for screen readers. */
export function formatTimeline(steps: TimelineStep[]): string {
  return steps
    .map(({ word, when, note, is }) => {
      const name = is === 'present' ? `now ${word.toLowerCase()}` : word.toLowerCase()
      return [name, when, note].filter((part) => part !== null).join(' ')
    })
    .join(', ')
}
