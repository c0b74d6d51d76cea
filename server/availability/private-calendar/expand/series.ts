import ICAL from 'ical.js'
import type { CalendarOmission } from '#contract/kit/kinds/calendar-error.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import type { Span } from '#server/slots/split-into-slots.ts'
import { type ClockMs, toClockMs } from './clock-time.ts'
import type { Entry } from './parse-entry.ts'
import { forEachRepeat, type RepeatBudget, TooManyRepeatsError } from './repeats.ts'
import type { Zones } from './zones.ts'

/** A changed repeat of a series: which one, and whether all later ones change with it. */
export type SeriesException = Entry & { replaces: number; replacesDate: string; andLater: boolean }

type Wanted = {
  from: number
  until: number
  zones: Zones
  budget: RepeatBudget
  note: (what: CalendarOmission) => void
}

/** Makes an exception of an entry; undefined if it replaces no repeat. */
export function toSeriesException(entry: Entry, zones: Zones): SeriesException | undefined {
  const property = entry.component.getFirstProperty('recurrence-id')
  const time = property?.getFirstValue()
  if (!property || !(time instanceof ICAL.Time)) return undefined
  const clock = toClockMs(time)
  return {
    ...entry,
    replaces: time.isDate ? Number.NaN : zones.of(property, time).toInstant(clock),
    replacesDate: time.isDate ? toDate(clock) : '',
    andLater: property.getParameter('range') === 'THISANDFUTURE',
  }
}

/** The busy times of an entry and its repeats, from an instant until another. */
export function expandSeries(entry: Entry, exceptions: SeriesException[], wanted: Wanted): Span[] {
  if (exceptions.length === 0 && !entry.isBusy) return []
  const isReplaced = makeInstantSet(exceptions)
  const isLeftOut = makeInstantSet(readTimes(entry, 'exdate', wanted.zones))
  const changes = exceptions
    .filter(({ andLater }) => andLater)
    .toSorted((a, b) => a.replaces - b.replaces)
  const spans = listStarts(entry, wanted).flatMap(({ clock, endsAt }): Span[] => {
    const startsAt = entry.zone.toInstant(clock)
    if (isLeftOut(startsAt, clock) || isReplaced(startsAt, clock)) return []
    const change = changes.findLast(({ replaces }) => replaces <= startsAt)
    if (change) return toShifted(change, startsAt)
    return entry.isBusy ? [{ startsAt, endsAt: endsAt ?? entry.endOf(clock) }] : []
  })
  return [...spans, ...exceptions.flatMap(toBusySpans)]
}

/** The busy time of an entry without its repeats; none if it is not busy. */
export function toBusySpans({ isBusy, start, zone, endOf }: Entry): Span[] {
  const clock = toClockMs(start)
  return isBusy ? [{ startsAt: zone.toInstant(clock), endsAt: endOf(clock) }] : []
}

/** A later repeat, moved by as much as the exception. */
function toShifted(change: SeriesException, startsAt: number): Span[] {
  return toBusySpans(change).map((span) => {
    const by = startsAt - change.replaces
    return { startsAt: span.startsAt + by, endsAt: span.endsAt + by }
  })
}

type Start = { clock: ClockMs; endsAt?: number }

/** The beginnings of an entry and its repeats, each once, which may still last at `from`. */
function listStarts(entry: Entry, { from, until, zones, budget, note }: Wanted): Start[] {
  const { component, start, zone, endOf } = entry
  const first = toClockMs(start)
  const starts = new Map<ClockMs, Start>([[first, { clock: first }]])
  const add = (clock: ClockMs) => void starts.set(clock, { clock })
  const rules = component.getAllProperties('rrule')
  // Most entries have none, and there may be many.
  if (rules.length === 0 && !component.hasProperty('rdate')) return [...starts.values()]
  // Offsets of zones change by hours only.
  const takes = endOf(first) - zone.toInstant(first) + dayMs
  const range = { from: zone.toClock(from) - takes, until: zone.toClock(until) + dayMs }
  for (const property of rules) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    try {
      forEachRepeat(rule, { start, zone, wanted: range, budget }, add)
    } catch (error) {
      // The library refuses rules whose parts contradict each other.
      note(error instanceof TooManyRepeatsError ? 'repeats' : 'unreadable')
    }
  }
  for (const { instant, endsAt } of readTimes(entry, 'rdate', zones)) {
    const clock = zone.toClock(instant)
    starts.set(clock, { clock, ...(endsAt !== undefined && { endsAt }) })
  }
  return [...starts.values()]
}

type ListedTime = { instant: number; endsAt?: number; replaces: number; replacesDate: string }

/** The times of a property that lists them, dates as their beginnings. */
function readTimes({ component, zone }: Entry, name: 'rdate' | 'exdate', zones: Zones) {
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value: unknown): ListedTime[] => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) return []
      const clock = toClockMs(time)
      if (time.isDate) {
        return [
          { instant: zone.toInstant(clock), replaces: Number.NaN, replacesDate: toDate(clock) },
        ]
      }
      const own = zones.of(property, time)
      const instant = own.toInstant(clock)
      const ends =
        value instanceof ICAL.Period ? own.toInstant(toClockMs(value.getEnd())) : undefined
      return [
        {
          instant,
          replaces: instant,
          replacesDate: '',
          ...(ends !== undefined && { endsAt: ends }),
        },
      ]
    }),
  )
}

/** Returns a function that tells whether a repeat is among these, by its instant or its date. */
function makeInstantSet(times: { replaces: number; replacesDate: string }[]) {
  const instants = new Set(times.map(({ replaces }) => replaces))
  const dates = new Set(times.map(({ replacesDate }) => replacesDate))
  if (times.length === 0) return () => false
  return (instant: number, clock: ClockMs) => instants.has(instant) || dates.has(toDate(clock))
}

const toDate = (clock: ClockMs) => new Date(clock).toISOString().slice(0, 'YYYY-MM-DD'.length)
