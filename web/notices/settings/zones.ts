import { isTimeZone } from '#contract/kit/zone.ts'
import { ownTimeZone } from '#web/kit/look/dates.ts'

/** Browsers list these zones by the names that their cities had once. */
const namesNow: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

function nameNow(zone: string): string {
  const name = namesNow[zone]
  return name !== undefined && isTimeZone(name) ? name : zone
}

/** The browser's own zone, the chosen one (or '' for none), and all others that the browser knows. */
export function zonesFor(chosen: string): string[] {
  const first = [nameNow(ownTimeZone()), chosen].filter((zone) => zone !== '')
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone').map(nameNow)])]
}
