import type { HoursRow } from '#contract/hours.ts'

type Counts = Pick<HoursRow, 'held' | 'minutes' | 'studentNoShows' | 'reviewerNoShows'>
export type ReviewerHours = Counts & Pick<HoursRow, 'reviewer' | 'email'>

/** The sums of each reviewer, by name. */
export function sumByReviewer(rows: HoursRow[]): ReviewerHours[] {
  return [...Map.groupBy(rows, ({ email }) => email)]
    .map(([email, of]) => ({ ...addUp(of), email, reviewer: of[0]?.reviewer ?? '' }))
    .toSorted((one, other) => one.reviewer.localeCompare(other.reviewer))
}

export function addUp(rows: Counts[]): Counts {
  const sum = (of: (row: Counts) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    held: sum(({ held }) => held),
    minutes: sum(({ minutes }) => minutes),
    studentNoShows: sum(({ studentNoShows }) => studentNoShows),
    reviewerNoShows: sum(({ reviewerNoShows }) => reviewerNoShows),
  }
}

/** How many reviewers held a review. */
export function countReviewers(rows: HoursRow[]): number {
  return new Set(rows.filter(({ held }) => held > 0).map(({ email }) => email)).size
}
