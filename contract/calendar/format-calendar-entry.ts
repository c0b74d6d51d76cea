import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'
import type { Role } from '../roles.ts'

/** A booked review with the names of its participants. */
export type CalendarEntryReview = {
  review: string
  week: number
  student: string
  reviewer: string
}

/**
 * Formats a review as a calendar event: title, details and place. Only the student and the reviewer
 * get the link to the call.
 */
export function formatCalendarEntry(
  { review, week, student, reviewer }: CalendarEntryReview,
  { role, appUrl }: { role: Role; appUrl: string },
) {
  const isOwn = role === 'student'
  const whose = isOwn
    ? `Review of week ${formatWeekNumber(week)}`
    : `${student}’s review of week ${formatWeekNumber(week)}`
  const url = appUrl + linkedPagePaths.reviewDetails(role, review)
  const call = isOwn || role === 'reviewer' ? appUrl + linkedPagePaths.call(role, review) : null
  return {
    title: role === 'reviewer' ? whose : `${whose} with ${reviewer}`,
    details: [...(call ? [`Join the call: ${call}`] : []), `Open the review: ${url}`],
    place: call ?? url,
    url,
  }
}
