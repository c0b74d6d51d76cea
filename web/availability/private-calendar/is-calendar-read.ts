import type { PrivateCalendar } from '#contract/availability/private-calendar.ts'

/** Whether a calendar has been read since its address was entered. */
export function isCalendarRead({ readAt, addedAt }: PrivateCalendar): boolean {
  return readAt !== null && readAt >= addedAt
}
