import ical, {
  escape as escaped,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { toEmailAddress } from '#contract/kit/school.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import type { Context } from '../context.ts'

/** Something at a time, as calendars keep it. Instants are ms since 1970. */
export type CalendarEvent = {
  /** The same for the thing's whole life, by which a calendar finds its entry again. */
  id: string
  /** Grows with each change: what comes late does not undo what came later. */
  sequence: number
  startsAt: number
  /** Null where that is not known any more. */
  endsAt: number | null
  title: string
  /** Each a line of its own. */
  details: readonly string[]
  /** The address at which it happens, and the one that tells of it. */
  place: string
  url: string
}

type CalendarOptions = {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** Who gets it by mail; nobody, where it is only read. */
  attendee?: { name: string; email: string }
  /** What the whole calendar is called, where it is one to subscribe to. */
  name?: string
}

/** How often a program may look whether something has changed. */
const refreshIntervalMs = hourMs

/**
 * Writes entries of the school as iCalendar (RFC 5545, 5546). Their times are in UTC, which every
 * program shows by its reader's clock. Nobody is asked for an answer: whoever has a booking comes, or
 * changes it in the school.
 */
export function writeCalendar(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  entries: readonly CalendarEvent[],
  { method, attendee, name }: CalendarOptions,
): string {
  const { schoolName, mailFrom } = settings
  const stamp = new Date(clock())
  const calendar = ical({
    prodId: { company: 'Weekward', product: 'Reviews', language: 'EN' },
    method: ICalCalendarMethod[method],
    // The library writes a calendar's name as it is.
    ...(name === undefined ? {} : { name: escaped(name, false), ttl: refreshIntervalMs / 1_000 }),
  })
  for (const entry of entries) {
    const { id, sequence, startsAt, endsAt, title, details, place, url } = entry
    calendar.createEvent({
      ...{ id: `${id}@weekward`, sequence, stamp },
      ...{ start: new Date(startsAt), end: endsAt === null ? null : new Date(endsAt) },
      ...{ summary: title, description: details.join('\n'), location: place, url },
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: schoolName, email: toEmailAddress(mailFrom) },
      attendees: attendee
        ? [{ ...attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }]
        : [],
    })
  }
  return `${calendar.toString()}\r\n`
}
