/** Why a reviewer's own calendar cannot be read, and what was not read of one. */
const calendarErrorKinds = [
  'private',
  'redirect',
  'gone',
  'denied',
  'status',
  'unreachable',
  'slow',
  'large',
  'compressed',
  'not-a-calendar',
  'intricate',
] as const
export type CalendarError = (typeof calendarErrorKinds)[number]

export const calendarOmissions = ['entries', 'repeats', 'unreadable', 'zone', 'busy-times'] as const
export type CalendarOmission = (typeof calendarOmissions)[number]
