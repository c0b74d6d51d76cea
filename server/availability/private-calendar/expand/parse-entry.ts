import ICAL from 'ical.js'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import { type ClockMs, toClockMs } from './clock-time.ts'
import type { Zone, Zones } from './zones.ts'

/** An entry of a calendar: when it begins by its clock, and how long it takes. */
export type Entry = {
  component: ICAL.Component
  start: ICAL.Time
  zone: Zone
  isBusy: boolean
  /** Its end if it begins then. */
  endOf: (clock: ClockMs) => number
}

/** What the entries of a calendar have in common. */
export type EntryContext = { zones: Zones; owners: ReadonlySet<string> }

/** Microsoft's states in which others may be invited. */
const freeStates = new Set(['FREE', 'WORKINGELSEWHERE'])

/** Whether its owner, known by these emails, is busy during an entry. */
function isBusy(entry: ICAL.Component, owners: ReadonlySet<string>): boolean {
  const read = (name: string) => String(entry.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    read('status') !== 'CANCELLED' &&
    read('transp') !== 'TRANSPARENT' &&
    !freeStates.has(read('x-microsoft-cdo-busystatus')) &&
    !isDeclined(entry, owners)
  )
}

/** Whether an owner has declined the invitation. Apple writes the email into a parameter. */
function isDeclined(entry: ICAL.Component, owners: ReadonlySet<string>): boolean {
  return entry.getAllProperties('attendee').some((attendee) => {
    const isDeclining = String(attendee.getParameter('partstat')).toUpperCase() === 'DECLINED'
    const emails = [attendee.getFirstValue(), attendee.getParameter('email')]
    return isDeclining && emails.some((email) => owners.has(toEmail(email)))
  })
}

/** The email in an address such as mailto:ana@school.org, in lower case. */
export const toEmail = (address: unknown) =>
  String(address ?? '')
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')

/** Reads when an entry is; undefined if it does not begin. Throws for values that are malformed. */
export function parseEntry(
  component: ICAL.Component,
  { zones, owners }: EntryContext,
): Entry | undefined {
  const property = component.getFirstProperty('dtstart')
  const start = property?.getFirstValue()
  if (!property || !(start instanceof ICAL.Time)) return undefined
  const zone = zones.of(property, start)
  const endOf = makeEnd(component, zones, { start, zone })
  return { component, start, zone, isBusy: isBusy(component, owners), endOf }
}

/**
 * Days last from midnight to midnight, also where the clock changes; all else takes as long as the
 * first time.
 */
function makeEnd(
  component: ICAL.Component,
  zones: Zones,
  { start, zone }: Pick<Entry, 'start' | 'zone'>,
): Entry['endOf'] {
  const first = toClockMs(start)
  const property = component.getFirstProperty('dtend')
  const end = property?.getFirstValue()
  const duration = component.getFirstPropertyValue('duration')
  const length = duration instanceof ICAL.Duration ? duration.toSeconds() * secondMs : undefined
  if (start.isDate) {
    const days = end instanceof ICAL.Time ? toClockMs(end) - first : (length ?? dayMs)
    return (clock) => zone.toInstant(clock + Math.max(days, dayMs))
  }
  const takes =
    property && end instanceof ICAL.Time
      ? zones.of(property, end).toInstant(toClockMs(end)) - zone.toInstant(first)
      : (length ?? 0)
  return (clock) => zone.toInstant(clock) + takes
}
