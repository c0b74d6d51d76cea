import { pagePaths } from '../kit/page-paths.ts'
import { formatWeekNumber } from '../kit/time/week-number.ts'
import type { Role } from '../roles.ts'

/** A review that has a slot, by the names that its people have. */
export type CalendarEntryReview = {
  review: string
  week: number
  student: string
  reviewer: string
}

/**
 * What a reader's own calendar says of a review: what it is, the lines about it, and the addresses
 * at which it is held and shown. Only its student and its reviewer are let into the call.
 */
export function formatCalendarEntry(
  { review, week, student, reviewer }: CalendarEntryReview,
  { role, appUrl }: { role: Role; appUrl: string },
) {
  const isOwn = role === 'student'
  const whose = isOwn
    ? `Review of week ${formatWeekNumber(week)}`
    : `${student}’s review of week ${formatWeekNumber(week)}`
  const url = appUrl + pagePaths.reviewDetails(role, review)
  const call = isOwn || role === 'reviewer' ? appUrl + pagePaths.call(role, review) : null
  return {
    title: role === 'reviewer' ? whose : `${whose} with ${reviewer}`,
    details: [...(call ? [`Join the call: ${call}`] : []), `Look at the review: ${url}`],
    place: call ?? url,
    url,
  }
}
