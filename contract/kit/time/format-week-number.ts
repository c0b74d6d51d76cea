/** Formats a week number with two digits (specification, section 9). */
export function formatWeekNumber(week: number): string {
  return String(week).padStart(2, '0')
}
