import { addDays, dateInZone } from '#contract/kit/zone.ts'

/** The zone of the school, which is the page's own too unless a test says otherwise. */
export const schoolZone = 'Europe/Berlin'

/** The school's date so many days from today, as YYYY-MM-DD. */
export function inDays(days: number): string {
  return addDays(dateInZone(Date.now(), schoolZone), days)
}
