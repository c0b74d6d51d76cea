import { comparedReviewsMin, type ReviewerInsight, type WeekInsight } from '#contract/insight.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'

/** A finding in one sentence, and the week it is about. */
export type Finding = { title: string; week?: number }

/** A share in percent: '31 %'. */
export const formatShare = (share: number) => `${Math.round(100 * share)} %`

const inWeek = ({ week }: WeekInsight) => `Week ${formatWeekNumber(week)}`

export const getRepeatShare = ({ repeats, students }: WeekInsight) => repeats / (students || 1)
/** How many slots for reviews of the week passed, with the review or without. */
export const countSlots = ({ held, noShows }: WeekInsight) => held + noShows
const getMissedShare = (week: WeekInsight) => week.noShows / (countSlots(week) || 1)

/** A share of fewer students or slots says little: such weeks count only if no other is there. */
const shareOfMin = 5

function findMost(
  weeks: WeekInsight[],
  { of, share }: { of: (week: WeekInsight) => number; share: (week: WeekInsight) => number },
): WeekInsight | undefined {
  const many = weeks.filter((week) => of(week) >= shareOfMin)
  const [first] = (many.some((week) => share(week) > 0) ? many : weeks).toSorted(
    (one, other) => share(other) - share(one),
  )
  return first && share(first) > 0 ? first : undefined
}

/** In which week the largest share of students repeats. */
export function findRepeats(weeks: WeekInsight[]): Finding {
  const most = findMost(weeks, { of: ({ students }) => students, share: getRepeatShare })
  if (!most) return { title: 'Nobody repeats a week' }
  const title = `${inWeek(most)} loses most: ${formatShare(getRepeatShare(most))} repeat it`
  return { title, week: most.week }
}

/** In which week the largest share of slots passes without a review. */
export function findNoShows(weeks: WeekInsight[]): Finding {
  const most = findMost(weeks, { of: countSlots, share: getMissedShare })
  if (!most) return { title: 'Everybody came to each review' }
  const slots = formatCount(countSlots(most), 'slot', 'slots')
  return { title: `${inWeek(most)} is missed most: ${most.noShows} of ${slots}`, week: most.week }
}

/** Which week's reviews are held latest after their due date. */
export function findDelay(weeks: WeekInsight[]): Finding {
  const [latest] = weeks.toSorted((one, other) => (other.days ?? 0) - (one.days ?? 0))
  if (!latest?.days || latest.days <= 0)
    return { title: 'In every week, at least half of the reviews are held by their due date' }
  const days = formatCount(latest.days, 'day', 'days')
  return { title: `${inWeek(latest)} waits longest: held ${days} late`, week: latest.week }
}

/** A held week's medians. */
export type WeekMarks = WeekInsight & { code: number; theory: number }
export const hasMarks = (week: WeekInsight): week is WeekMarks =>
  week.code !== null && week.theory !== null

/** Which week has the lowest marks. */
export function findLowMarks(weeks: WeekMarks[]): string {
  const [lowest] = weeks.toSorted((one, other) => getMean(one) - getMean(other))
  if (!lowest) return 'No marks yet'
  const marks = `${lowest.code} in code, ${lowest.theory} in theory`
  if (weeks.length === 1) return `${inWeek(lowest)}: ${marks}`
  return `${inWeek(lowest)} has the lowest marks: ${marks}`
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

/** A reviewer with enough reviews to be compared, and by how much their marks exceed the school's. */
export type Compared = ReviewerInsight & { difference: number }
type School = { code: number; theory: number }

/** Those with enough reviews, the highest marks first, and all others by name. */
export function compareReviewers(reviewers: ReviewerInsight[], school: School) {
  const hasEnough = ({ held }: ReviewerInsight) => held >= comparedReviewsMin
  const compared = reviewers.filter(hasEnough).map((one): Compared => {
    return { ...one, difference: toTenth(getMean(one) - getMean(school)) }
  })
  return {
    compared: compared.toSorted((one, other) => other.difference - one.difference),
    others: reviewers.filter((one) => !hasEnough(one)),
  }
}

/** Whose marks differ most from the school's. */
export function findDifference(compared: Compared[]): string {
  if (compared.length < 2) return 'Too few reviews to compare reviewers'
  const [most] = compared.toSorted(
    (one, other) => Math.abs(other.difference) - Math.abs(one.difference),
  )
  if (!most || most.difference === 0) return 'All reviewers mark alike'
  const side = most.difference > 0 ? 'above' : 'below'
  return `${most.name} marks ${Math.abs(most.difference)} ${side} the school’s mean`
}
