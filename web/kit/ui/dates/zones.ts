import type { OptionsFilter } from '@mantine/core'
import { foldText, toFoldedWords } from '#contract/kit/text/fold-text.ts'
import { isTimeZone } from '#contract/kit/time/zone.ts'
import { formatZoneName, getBrowserTimeZone } from './dates.ts'

/** Browsers list these zones by their cities' former names. */
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

/** How many matching zones are shown at a time. */
export const maxZoneOptions = 50

/** The browser's zone under its current name, as `listZoneOptions` has it. */
export const getBrowserZoneOption = () => nameNow(getBrowserTimeZone())

/** The browser's zone, the chosen one ('' for none), and all others that the browser knows. */
export function listZoneOptions(chosen: string): string[] {
  const first = [getBrowserZoneOption(), chosen].filter((zone) => zone !== '')
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone').map(nameNow)])]
}

/** Filters zones by a part of the name, as shown or as in the IANA database. */
export const filterZones: OptionsFilter = ({ options, search, limit }) => {
  const words = toFoldedWords(formatZoneName(search))
  const isFound = (option: (typeof options)[number]) =>
    'label' in option && words.every((word) => foldText(option.label).includes(word))
  return options.filter(isFound).slice(0, limit)
}
