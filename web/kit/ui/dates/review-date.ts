import { makeDateFormatter } from './dates.ts'

/** A date (YYYY-MM-DD) in the specification's format for review details: 'Mon Jan 5 2024'. */
export const formatReviewDate = makeDateFormatter({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})
