import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { MarkPoint } from '#web/kit/charts/marks-by-week-chart.tsx'

/** The marks of the reviews that have some, in order. */
export function toMarkPoints(reviews: Review[]): MarkPoint[] {
  return reviews
    .filter((review) => review.status === 'conducted')
    .map(({ _id, week, mark }) => ({ _id, week, code: mark.code, theory: mark.theory }))
}

/** To a tenth: rounded more, two marks of 99 and 100 would read as 100. */
const getMean = ({ code, theory }: MarkPoint) => Math.round(5 * (code + theory)) / 10

/**
 * Compares the latest marks with those of the previous review, in one sentence to the student or,
 * unless `isOwn`, to others.
 */
export function getHeadline(points: MarkPoint[], isOwn: boolean): string {
  const whose = isOwn ? 'Your' : 'The'
  const latest = points.at(-1)
  const before = points.at(-2)
  if (!latest) return `${whose} marks`
  const week = `week ${formatWeekNumber(latest.week)}`
  if (!before) return `${whose} first marks, in ${week}: ${latest.code} and ${latest.theory}`
  const [from, to] = [getMean(before), getMean(latest)]
  if (to === from) return `${whose} average held at ${to} in ${week}`
  return `${whose} average ${to > from ? 'rose' : 'went'} from ${from} to ${to} in ${week}`
}
