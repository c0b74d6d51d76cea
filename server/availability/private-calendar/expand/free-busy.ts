import ICAL from 'ical.js'
import type { Span } from '#server/slots/split-into-slots.ts'
import { toClockMs } from './clock-time.ts'
import type { Zones } from './zones.ts'

/** The busy times that a calendar lists without entries (VFREEBUSY), as some servers publish them. */
export function readFreeBusy(calendar: ICAL.Component, zones: Zones): Span[] {
  const listed = calendar
    .getAllSubcomponents('vfreebusy')
    .flatMap((component) => component.getAllProperties('freebusy'))
    .filter((property) => String(property.getParameter('fbtype')).toUpperCase() !== 'FREE')
  return listed.flatMap((property) =>
    property.getValues().flatMap((period: unknown): Span[] => {
      if (!(period instanceof ICAL.Period)) return []
      const toInstant = (time: ICAL.Time) => zones.of(property, time).toInstant(toClockMs(time))
      return [{ startsAt: toInstant(period.start), endsAt: toInstant(period.getEnd()) }]
    }),
  )
}
