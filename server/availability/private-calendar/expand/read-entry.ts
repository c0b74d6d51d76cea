import ICAL from 'ical.js'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import { type ClockMs, toClockMs } from './clock-time.ts'
import type { Zone, Zones } from './zones.ts'

/** An entry of a calendar: when it begins by its clock, and how long it takes. */
export type Entry = {
  component: ICAL.Component
  start: ICAL.Time
  zone: Zone
  /** Its end if it begins then. */
  endOf: (clock: ClockMs) => number
}

/** Microsoft's states in which others may be invited. */
const freeStates = new Set(['FREE', 'WORKINGELSEWHERE'])

/** Whether its owner is busy during an entry. */
export function isBusy(entry: ICAL.Component): boolean {
  const read = (name: string) => String(entry.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    read('status') !== 'CANCELLED' &&
    read('transp') !== 'TRANSPARENT' &&
    !freeStates.has(read('x-microsoft-cdo-busystatus'))
  )
}

/** Reads when an entry is; undefined if it does not begin. Throws for values that are malformed. */
export function readEntry(component: ICAL.Component, zones: Zones): Entry | undefined {
  const property = component.getFirstProperty('dtstart')
  const start = property?.getFirstValue()
  if (!property || !(start instanceof ICAL.Time)) return undefined
  const zone = zones.of(property, start)
  return { component, start, zone, endOf: makeEnd(component, zones, { start, zone }) }
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
