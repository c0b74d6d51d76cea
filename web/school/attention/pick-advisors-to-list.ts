import type { AtRiskCounts } from '#contract/school/at-risk.ts'

type Shown = Pick<AtRiskCounts['overdueByAdvisor'][number], 'advisor' | 'reviews'>

/** Up to this many advisors are all listed. */
const few = 5

/**
 * Which advisors to list, of rows in descending order: all if they are few, otherwise those with
 * more than one review, and the row without an advisor. `rest` is the number of reviews of the
 * others, `most` the highest of their counts.
 */
export function pickAdvisorsToList<Row extends Shown>(
  rows: Row[],
  reviews: number,
): { shown: Row[]; rest: number; most: number } {
  const isWorthTelling = ({ advisor, reviews }: Row) => advisor === null || reviews > 1
  const shown = rows.length <= few ? rows : rows.filter(isWorthTelling).slice(0, few)
  const others = rows.filter((row) => !shown.includes(row))
  return {
    shown,
    rest: reviews - shown.reduce((sum, { reviews }) => sum + reviews, 0),
    most: Math.max(1, ...others.map(({ reviews }) => reviews)),
  }
}
