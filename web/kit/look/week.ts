/** A week's number as people read it: two digits (specification, section 9). */
export function twoDigits(week: number): string {
  return String(week).padStart(2, '0')
}

/** The days of the week: the first is 1 on the wire. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
