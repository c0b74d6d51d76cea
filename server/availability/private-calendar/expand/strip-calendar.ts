import type { CalendarOmission } from '#contract/kit/kinds/calendar-error.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { calendarEventsMax } from '#contract/limits/availability.ts'

const components = new Set('VCALENDAR VEVENT VFREEBUSY VTIMEZONE STANDARD DAYLIGHT'.split(' '))

const properties = new Set(
  (
    'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP ' +
    'X-MICROSOFT-CDO-BUSYSTATUS FREEBUSY TZID TZOFFSETFROM TZOFFSETTO X-LIC-LOCATION ' +
    'X-WR-TIMEZONE X-WR-CALNAME'
  ).split(' '),
)

/**
 * A calendar's text without what busy times do not need, which is most of it: titles, texts,
 * reminders, tasks, who accepted, single entries that were over before an instant, and lines that
 * are no properties. Long lines are unfolded.
 */
export function stripCalendar(
  text: string,
  { from, note }: { from: number; note: (what: CalendarOmission) => void },
): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/(?:\r\n?|\n)[ \t]/g, '')
    .split(/[\r\n]+/)
  // A day more, as the zones of entries differ.
  const firstDay = new Date(from - 2 * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  const kept: string[] = []
  /** The lines of the entry that is being read. */
  let entry: string[] | undefined
  let entries = 0
  /** How many components that are not needed are open. */
  let skipped = 0
  for (const line of lines) {
    const [, given = ''] = line.match(/^([a-z-]+)[;:]/i) ?? []
    const name = given.toUpperCase()
    const component = line.slice('BEGIN:'.length).trim().toUpperCase()
    if (skipped > 0) {
      if (name === 'BEGIN') skipped += 1
      if (name === 'END') skipped -= 1
    } else if (name === 'BEGIN' && (entry || !components.has(component))) skipped = 1
    else if (name === 'BEGIN' && component === 'VEVENT') entry = ['BEGIN:VEVENT']
    else if (name === 'END' && entry) {
      const isWanted = !isOver(entry, firstDay)
      if (isWanted) entries += 1
      if (isWanted && entries <= calendarEventsMax) kept.push(...entry, 'END:VEVENT')
      entry = undefined
    } else if (name === 'BEGIN' || name === 'END' || isNeeded(name, line)) {
      ;(entry ?? kept).push(line)
    }
  }
  if (entries > calendarEventsMax) note('entries')
  return kept.join('\r\n')
}

const isNeeded = (name: string, line: string) =>
  properties.has(name) || (name === 'ATTENDEE' && /PARTSTAT="?DECLINED/i.test(line))

/**
 * Whether an entry is neither a series nor part of one, and ended before a day such as 20260301.
 */
function isOver(entry: readonly string[], firstDay: string): boolean {
  const end = entry.find((line) => /^DTEND[;:]/i.test(line))?.match(/:(\d{8})/)?.[1]
  return (
    end !== undefined && end < firstDay && !entry.some((line) => /^R(RULE|DATE|ECUR)/i.test(line))
  )
}
