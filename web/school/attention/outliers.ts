import type { AtRiskCounts } from '#contract/school/at-risk.ts'

type Shown = Pick<AtRiskCounts['overdueByAdvisor'][number], 'advisor' | 'reviews'>

/** More advisors than these are not told one by one. */
const few = 5

/**
 * Of advisors, the most reviews first, those who are told: of a few all, of many those who have more
 * than one, and nobody's. `rest` is how many reviews the others have, `most` how many one of them
 * has at most.
 */
export function findOutliers<Row extends Shown>(
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
