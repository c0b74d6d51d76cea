import { makeDateFormatter } from './dates.ts'

/** A date (YYYY-MM-DD) as the specification has it in the details of a review: 'Mon Jan 5 2024'. */
export const formatUsDate = makeDateFormatter({
  ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
})
