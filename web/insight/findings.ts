import {
  minReviewsForFinding,
  minReviewsToCompare,
  type ReviewerInsight,
  type WeekInsight,
} from '#contract/insight.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'

/** A finding in one sentence, and the week it is about. */
export type Finding = { title: string; week?: number }

/** A share in percent: '31%'. */
export const formatShare = (share: number) => `${Math.round(100 * share)}%`

const inWeek = ({ week }: WeekInsight) => `Week ${formatWeekNumber(week)}`

export const getRepeatShare = ({ repeats, students }: WeekInsight) => repeats / (students || 1)
/** How many slots for reviews of the week passed, with the review or without. */
export const countSlotsOfWeek = ({ held, noShows }: WeekInsight) => held + noShows
const getMissedShare = (week: WeekInsight) => week.noShows / (countSlotsOfWeek(week) || 1)

const tooFew = 'Too few reviews to compare weeks'
const amongThose = (title: string) =>
  `${title} (in weeks with at least ${minReviewsForFinding} reviews)`

type Search = {
  /** The number of reviews or slots that the value rests on. */
  of: (week: WeekInsight) => number
  value: (week: WeekInsight) => number
  say: (most: WeekInsight) => string
  /** The title if no value is above 0. */
  none: string
}

/** The week with the highest value, of those with enough reviews. */
function findMost(weeks: WeekInsight[], { of, value, say, none }: Search): Finding {
  const many = weeks.filter((week) => of(week) >= minReviewsForFinding)
  const [most] = many.toSorted((one, other) => value(other) - value(one))
  if (most && value(most) > 0) {
    // The chart shows the other weeks, too.
    const isExceeded = weeks.some((week) => value(week) > value(most))
    const title = `${inWeek(most)} ${say(most)}`
    return { title: isExceeded ? amongThose(title) : title, week: most.week }
  }
  if (weeks.every((week) => value(week) <= 0)) return { title: none }
  return { title: most ? amongThose(none) : tooFew }
}

/** In which week the largest share of students repeats. */
export function findRepeats(weeks: WeekInsight[]): Finding {
  return findMost(weeks, {
    of: ({ held }) => held,
    value: getRepeatShare,
    say: (most) => `is repeated most: ${formatShare(getRepeatShare(most))} of students`,
    none: 'Nobody repeats a week',
  })
}

/** In which week the largest share of slots passes without a review. */
export function findNoShows(weeks: WeekInsight[]): Finding {
  return findMost(weeks, {
    of: countSlotsOfWeek,
    value: getMissedShare,
    say: (most) =>
      `has the most no-shows: ${most.noShows} of ${formatCount(countSlotsOfWeek(most), 'slot', 'slots')}`,
    none: 'There were no no-shows',
  })
}

/** Which week's reviews are held latest after their due date. */
export function findDelay(weeks: WeekInsight[]): Finding {
  return findMost(weeks, {
    of: ({ held }) => held,
    value: ({ days }) => days ?? 0,
    say: ({ days }) =>
      `is latest: reviews held ${formatCount(days ?? 0, 'day', 'days')} after the due date`,
    none: 'At least half of each week’s reviews are held by their due date',
  })
}

/** A held week's medians. */
export type WeekMarks = WeekInsight & { code: number; theory: number }
export const hasMarks = (week: WeekInsight): week is WeekMarks =>
  week.code !== null && week.theory !== null

/** Which week has the lowest marks, of those with enough reviews. */
export function findLowMarks(weeks: WeekMarks[]): Finding {
  const many = weeks.filter(({ held }) => held >= minReviewsForFinding)
  const [lowest] = many.toSorted((one, other) => getMean(one) - getMean(other))
  if (!lowest) return { title: weeks.length === 0 ? 'No marks yet' : tooFew }
  const marks = `${lowest.code} in code, ${lowest.theory} in theory`
  if (many.length === 1) return { title: `${inWeek(lowest)}: ${marks}`, week: lowest.week }
  const title = `${inWeek(lowest)} has the lowest marks: ${marks}`
  const isUndercut = weeks.some((week) => getMean(week) < getMean(lowest))
  return { title: isUndercut ? amongThose(title) : title, week: lowest.week }
}

/** The mean of both marks, to a tenth. */
export const getMean = ({ code, theory }: { code: number; theory: number }) =>
  toTenth((code + theory) / 2)
const toTenth = (value: number) => Math.round(10 * value) / 10

/** How few reviewers hold half of the reviews. */
export function findLoad(reviewers: ReviewerInsight[]): string {
  const byLoad = reviewers.toSorted((one, other) => other.held - one.held)
  const half = byLoad.reduce((sum, { held }) => sum + held, 0) / 2
  let [count, sum] = [0, 0]
  while (sum < half) sum += byLoad[count++]?.held ?? 0
  const [first] = byLoad
  if (reviewers.length === 1 && first) return `${first.name} holds all reviews`
  const names = formatCount(reviewers.length, 'reviewer', 'reviewers')
  return `${count} of ${names} ${count === 1 ? 'holds' : 'hold'} half of the reviews`
}

/**
 * A reviewer with enough reviews to be compared, and by how much their marks exceed the school's.
 */
export type ComparedReviewer = ReviewerInsight & { difference: number }
type School = { code: number; theory: number }

/** Those with enough reviews, the highest marks first, and all others by name. */
export function compareReviewers(reviewers: ReviewerInsight[], school: School) {
  const hasEnough = ({ held }: ReviewerInsight) => held >= minReviewsToCompare
  const compared = reviewers.filter(hasEnough).map((one): ComparedReviewer => {
    return { ...one, difference: toTenth(getMean(one) - getMean(school)) }
  })
  return {
    compared: compared.toSorted((one, other) => other.difference - one.difference),
    others: reviewers.filter((one) => !hasEnough(one)),
  }
}

/** Whose marks differ most from the school's. */
export function findDifference(compared: ComparedReviewer[]): string {
  if (compared.length < 2) return 'Too few reviews to compare reviewers'
  const [most] = compared.toSorted(
    (one, other) => Math.abs(other.difference) - Math.abs(one.difference),
  )
  if (!most || most.difference === 0) return 'All reviewers mark alike'
  const side = most.difference > 0 ? 'above' : 'below'
  return `${most.name} marks ${Math.abs(most.difference)} ${side} the school’s mean`
}
