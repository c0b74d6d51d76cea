import ICAL from 'ical.js'
import { dayMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  getClockTimeInZone,
  getDateInZone,
  getInstantAt,
  isTimeZone,
} from '#contract/kit/time/zone.ts'
import { type ClockMs, fromClockMs, toClockMs } from './clock-time.ts'
import { fromWindowsZone } from './windows-zones.ts'

/** A time zone; instants are ms since 1970. */
export type Zone = {
  toInstant: (clock: ClockMs) => number
  toClock: (instant: number) => ClockMs
}

const utc: Zone = { toInstant: (clock) => clock, toClock: (instant) => instant }

export type Zones = {
  /** The zone in which a time of a property is. */
  of: (property: ICAL.Property, time: ICAL.Time) => Zone
  /** The zone of dates, and of times without a zone. */
  ofDates: Zone
}

/**
 * The zones of a calendar. Its own description of a zone counts only if the name is not known,
 * since programs leave out years. Times without a zone are in the calendar's own, or in the given
 * one.
 */
export function parseZones(
  calendar: ICAL.Component,
  timeZone: string,
  noteUnknown: () => void,
): Zones {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    // The library fails for all times of a calendar with such a zone.
    if (!zone.getFirstProperty('tzid')) calendar.removeSubcomponent(zone)
  }
  const own = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '')
  const ofDates = makeNamedZone(findName(own) ?? timeZone)
  const known = new Map<string, Zone>()

  function find(id: string): Zone {
    const described: ICAL.Timezone | null = calendar.getTimeZoneByID(id)
    const place = String(described?.component.getFirstPropertyValue('x-lic-location') ?? '')
    const name = findName(id) ?? findName(place)
    if (name !== undefined) return makeNamedZone(name)
    if (described) return makeDescribedZone(described)
    noteUnknown()
    return ofDates
  }

  return {
    ofDates,
    of(property, time) {
      if (time.isDate) return ofDates
      if (time.zone === ICAL.Timezone.utcTimezone) return utc
      const id = property.getParameter('tzid')
      if (typeof id !== 'string') return ofDates
      const zone = known.get(id) ?? find(id)
      known.set(id, zone)
      return zone
    },
  }
}

/** The IANA name in an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or of Windows' name. */
function findName(id: string): string | undefined {
  const candidates = [id, fromWindowsZone(id), id.match(/[A-Z][A-Za-z_]+\/[\w/+-]+$/)?.[0]]
  // The runtime also knows offsets such as +02:00, which are no ids.
  return candidates.find((name) => name !== undefined && /^[A-Z]/.test(name) && isTimeZone(name))
}

function makeNamedZone(name: string): Zone {
  const toClock = (instant: number) => {
    const minute = `${getDateInZone(instant, name)}T${getClockTimeInZone(instant, name)}Z`
    return Date.parse(minute) + (instant % minuteMs)
  }
  /** How far the clock is ahead on a day; null if that changes about then. */
  const aheadOnDay = new Map<number, number | null>()
  function getAhead(day: number): number | null {
    const known = aheadOnDay.get(day)
    if (known !== undefined) return known
    const around = [-1, 0, 1, 2].map((days) => (day + days) * dayMs)
    const [ahead = 0, ...others] = around.map((instant) => toClock(instant) - instant)
    const found = others.every((other) => other === ahead) ? ahead : null
    aheadOnDay.set(day, found)
    return found
  }
  return {
    toInstant(clock) {
      const ahead = getAhead(Math.floor(clock / dayMs))
      if (ahead !== null) return clock - ahead
      const [date = '', time = ''] = new Date(clock).toISOString().split('T')
      return getInstantAt(date, time.slice(0, 'HH:MM'.length), name) + (clock % minuteMs)
    },
    toClock,
  }
}

/** A zone by the calendar's own description. */
function makeDescribedZone(zone: ICAL.Timezone): Zone {
  return {
    toInstant(clock) {
      const time = fromClockMs(clock)
      time.zone = zone
      return time.toUnixTime() * secondMs
    },
    toClock(instant) {
      const time = fromClockMs(instant)
      time.zone = ICAL.Timezone.utcTimezone
      return toClockMs(time.convertToZone(zone))
    },
  }
}
