import ICAL from 'ical.js'
import type { CalendarLeftOut } from '#contract/kit/kinds/calendar-error.ts'
import { calendarEventsMax } from '#contract/limits/availability.ts'

/** Thrown for a text that is not iCalendar. */
export class NotACalendar extends Error {}

const entries = /^BEGIN:VEVENT\r?\n.*?^END:VEVENT\r?$/gims

/**
 * Parses a text into its calendars. The library fails for the whole text if one value is malformed;
 * then each entry is parsed by itself. Throws NotACalendar.
 */
export function parseCalendars(
  given: string,
  note: (what: CalendarLeftOut) => void,
): ICAL.Component[] {
  const text = given.replace(/^\uFEFF/, '').trim()
  const whole = tryToParse(text)
  if (whole) return keepCalendars(whole)
  const frame = tryToParse(text.replaceAll(entries, ''))
  const [calendar] = frame ? keepCalendars(frame) : []
  if (!calendar) throw new NotACalendar()
  const all = text.match(entries) ?? []
  if (all.length > calendarEventsMax) note('entries')
  for (const entry of all.slice(0, calendarEventsMax)) {
    const [parsed] = tryToParse(entry) ?? []
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
  if (calendars.length === 0) throw new NotACalendar()
  return calendars
}
