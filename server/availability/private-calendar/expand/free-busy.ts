import ICAL from 'ical.js'
import type { CalendarLeftOut } from '#contract/kit/kinds/calendar-error.ts'
import type { Span } from '#server/slots/split-into-slots.ts'
import { toClockMs } from './clock-time.ts'
import type { Zones } from './zones.ts'

/** The busy times that a calendar lists without entries (VFREEBUSY), as some servers publish them. */
export function readFreeBusy(
  calendar: ICAL.Component,
  zones: Zones,
  note: (what: CalendarLeftOut) => void,
): Span[] {
  const listed = calendar
    .getAllSubcomponents('vfreebusy')
    .flatMap((component) => component.getAllProperties('freebusy'))
    .filter((property) => String(property.getParameter('fbtype')).toUpperCase() !== 'FREE')
  return listed.flatMap((property) => {
    try {
      return readPeriods(property, zones)
    } catch {
      note('unreadable')
      return []
    }
  })
}

function readPeriods(property: ICAL.Property, zones: Zones): Span[] {
  const toInstant = (time: ICAL.Time) => zones.of(property, time).toInstant(toClockMs(time))
  return property
    .getValues()
    .flatMap((period: unknown): Span[] =>
      period instanceof ICAL.Period
        ? [{ startsAt: toInstant(period.start), endsAt: toInstant(period.getEnd()) }]
        : [],
    )
}
