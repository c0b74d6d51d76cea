import ical, {
  escape as escaped,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { extractSenderAddress } from '#contract/kit/school.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import type { Context } from '../context.ts'

/** An entry of a calendar. Instants are ms since 1970. */
export type CalendarEvent = {
  /** The UID, by which a calendar finds its entry again; it never changes. */
  id: string
  /** The SEQUENCE: it grows with each change, so that a late mail does not undo a newer one. */
  sequence: number
  startsAt: number
  /** Null if it is no longer known. */
  endsAt: number | null
  title: string
  /** The description, one line each. */
  details: readonly string[]
  /** Where it happens, and the page about it. */
  place: string
  url: string
}

type CalendarOptions = {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The recipient of the mail; undefined for a feed. */
  attendee?: { name: string; email: string }
  /** The name of the calendar, for a feed. */
  name?: string
}

/** How often a calendar program refreshes a feed. */
const refreshIntervalMs = hourMs

/**
 * Writes entries as iCalendar (RFC 5545, 5546). Times are in UTC, which every program shows in
 * local time. No reply is requested: attendees who cannot come change the booking in Weekward.
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
    // The library does not escape the calendar's name.
    ...(name === undefined ? {} : { name: escaped(name, false), ttl: refreshIntervalMs / 1_000 }),
  })
  for (const entry of entries) {
    const { id, sequence, startsAt, endsAt, title, details, place, url } = entry
    calendar.createEvent({
      id: `${id}@weekward`,
      sequence,
      stamp,
      start: new Date(startsAt),
      end: endsAt === null ? null : new Date(endsAt),
      summary: title,
      description: details.join('\n'),
      location: place,
      url,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: schoolName, email: extractSenderAddress(mailFrom) },
      attendees: attendee
        ? [{ ...attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }]
        : [],
    })
  }
  return `${calendar.toString()}\r\n`
}
