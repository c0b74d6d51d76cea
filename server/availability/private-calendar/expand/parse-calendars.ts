import ICAL from 'ical.js'
import type { CalendarOmission } from '#contract/kit/kinds/calendar-error.ts'

/** Thrown for a text that is not iCalendar. */
export class NotACalendarError extends Error {}

/** Entries, lists of busy times, and descriptions of zones. */
const components = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)\r\n.*?^END:\1\r?$/gims

/**
 * Parses a condensed text into its calendars. The library fails for the whole text if one value is
 * malformed; then each component is parsed by itself. Throws NotACalendarError.
 */
export function parseCalendars(
  text: string,
  note: (what: CalendarOmission) => void,
): ICAL.Component[] {
  const whole = tryToParse(text)
  if (whole) return keepCalendars(whole)
  const frame = tryToParse(text.replaceAll(components, ''))
  const [calendar] = frame ? keepCalendars(frame) : []
  if (!calendar) throw new NotACalendarError()
  for (const component of text.match(components) ?? []) {
    const [parsed] = tryToParse(component) ?? []
    if (parsed) calendar.addSubcomponent(parsed)
    else note('unreadable')
  }
  return [calendar]
}

/** The components of a text; undefined if it is malformed. */
function tryToParse(text: string): ICAL.Component[] | undefined {
  try {
    const parsed: unknown[] = ICAL.parse(text)
    // Several components are a list of lists.
    const all = typeof parsed[0] === 'string' ? [parsed] : parsed
    return all.filter((one) => Array.isArray(one)).map((one) => new ICAL.Component(one))
  } catch {
    return undefined
  }
}

function keepCalendars(all: ICAL.Component[]): ICAL.Component[] {
  const calendars = all.filter(({ name }) => name === 'vcalendar')
  if (calendars.length === 0) throw new NotACalendarError()
  return calendars
}
