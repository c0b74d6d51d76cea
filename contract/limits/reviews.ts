import { minuteMs } from '../kit/time/durations.ts'

export const markMin = 0
export const markMax = 100

/** A review is due so many days after it was opened. */
export const reviewDueDays = 7
/** For so long how a student goes on can be undone. */
export const undoMinutes = 10
export const undoMs = undoMinutes * minuteMs
/** So long after a review has begun can be noted that somebody did not come. */
export const noShowAfterMinutes = 10
/** A student asks for another time with so many slots at most. */
export const requestedSlotsMax = 3
/** How often another time is asked for of one review: what else became of it stays in sight. */
export const rescheduleRequestsMax = 20
/** So many hours before a review those are reminded who must be there. */
export const reminderHours = { 'reminder-day': 24, 'reminder-hour': 1 } as const
/** One who comes that late is told nothing: the next reminder is nearer than so many hours. */
export const hoursBetweenReminders = 1
/** Of a review that became overdue longer ago nobody is told any more: the server was away. */
export const overdueNotifiedDays = 7
/** Why plans change, in so many characters at most. */
export const reasonMaxLength = 500
