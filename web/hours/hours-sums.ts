import type { HoursRow } from '#contract/hours.ts'
import { formatDuration } from '#web/kit/ui/dates/hours-and-durations.ts'

export type Counts = Omit<HoursRow, 'date' | 'reviewer' | 'email' | 'domain'>
export type ReviewerHours = Counts & Pick<HoursRow, 'reviewer' | 'email'>

const collator = new Intl.Collator(undefined, { numeric: true })

/** Compares names in the order of the reader's language, 'Level 2' before 'Level 10'. */
export const compareNames = collator.compare

/** The sums of each reviewer, by name. */
export function sumByReviewer(rows: HoursRow[]): ReviewerHours[] {
  return [...Map.groupBy(rows, ({ email }) => email)]
    .map(([email, of]) => ({ ...addUp(of), email, reviewer: of[0]?.reviewer ?? '' }))
    .toSorted((one, other) => compareNames(one.reviewer, other.reviewer))
}

export function addUp(rows: Counts[]): Counts {
  const sum = (of: (row: Counts) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    held: sum(({ held }) => held),
    minutes: sum(({ minutes }) => minutes),
    studentNoShows: sum(({ studentNoShows }) => studentNoShows),
    reviewerNoShows: sum(({ reviewerNoShows }) => reviewerNoShows),
    withoutTimes: sum(({ withoutTimes }) => withoutTimes),
  }
}

/** The time in calls; a dash where no review has any. */
export function formatCallTime({ held, minutes, withoutTimes }: Counts): string {
  return withoutTimes === held ? '–' : formatDuration(minutes)
}

/** How many of the reviews have no call times; empty if all have some. */
export function formatWithoutTimes({ held, withoutTimes }: Counts): string {
  return withoutTimes === 0 ? '' : `${withoutTimes} of ${held}`
}

/** The column of those counts, which is left out where all reviews have call times. */
export const withoutTimesLabel = 'Without call times'

export const lacksTimes = (rows: Counts[]) => rows.some(({ withoutTimes }) => withoutTimes > 0)

/** How many reviewers held a review. */
export function countReviewers(rows: HoursRow[]): number {
  return new Set(rows.filter(({ held }) => held > 0).map(({ email }) => email)).size
}
