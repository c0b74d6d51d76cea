import { minuteMs } from '../kit/time/durations.ts'

export const markMin = 0
export const markMax = 100

/** Criteria of a rubric, and levels of a criterion. */
export const criteriaMax = 20
export const levelsMax = 10

/** Days from the opening of a review until it is due. */
export const reviewDueDays = 7
/** How long a decision, a move or a cancellation can be undone. */
export const undoMinutes = 10
export const undoMs = undoMinutes * minuteMs
/** Minutes after the start from which a no-show can be recorded. */
export const noShowAfterMinutes = 10
/** Slots a student can propose in a reschedule request. */
export const requestedSlotsMax = 3
/** Reschedule requests for one review. More would bury the rest of its history. */
export const rescheduleRequestsMax = 20
/** Hours before a review at which the participants are reminded. */
export const reminderHours = { 'reminder-day': 24, 'reminder-hour': 1 } as const
/** A reminder that is late is skipped if the next one is less than this many hours away. */
export const hoursBetweenReminders = 1
/** Reviews overdue for longer are not reported: the server was down when they became overdue. */
export const overdueNotifiedDaysMax = 7
/** The longest reason for a schedule change, in characters. */
export const reasonMaxLength = 500

/** The most days for which reviewers' hours are listed at once. */
export const hoursReportDaysMax = 366

/** The links of a week's work, and the longest texts of them, in characters. */
export const workLinksMax = 20
export const linkUrlMaxLength = 2_000
export const linkNoteMaxLength = 300
/** The longest note of a week's work, in characters. */
export const workNoteMaxLength = 4_000

/** The longest feedback on a review, and the longest note for staff, in characters. */
export const feedbackMaxLength = 10_000
/** The longest reply of a student to feedback, in characters. */
export const feedbackReplyMaxLength = 4_000
/** A reviewer's own phrases for feedback, and the longest one in characters. */
export const phrasesMax = 30
export const phraseMaxLength = 500

/** Tries of a week, and no-shows for one review, from which on they are a concern. */
export const concernTries = 3
export const concernNoShows = 2
/** Days without a sign-in that are a concern: two more than a session can last. */
export const concernDaysWithoutSignIn = 9
/** The newest reviews that a student's progress shows: many more than a course has. */
export const progressReviewsMax = 200
