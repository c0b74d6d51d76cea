import ICAL from 'ical.js'
import type { CalendarOmission } from '#contract/kit/kinds/calendar-error.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { busyTimesMax } from '#contract/limits/availability.ts'
import type { Span } from '#server/slots/split-into-slots.ts'
import { toClockMs } from './clock-time.ts'
import { parseCalendars } from './parse-calendars.ts'
import { type Entry, type EntryContext, parseEntry, toEmail } from './parse-entry.ts'
import { makeRepeatBudget } from './repeats.ts'
import { expandSeries, type SeriesException, toBusySpans, toSeriesException } from './series.ts'
import { stripCalendar } from './strip-calendar.ts'
import { parseZones, type Zones } from './zones.ts'

export type BusyTimesRequest = {
  text: string
  /** The range of instants (ms since 1970) of which busy times are wanted. */
  from: number
  until: number
  /** The zone of times without one. */
  timeZone: string
  /** The owner's emails: invitations that one of these declined do not count. */
  owners: readonly string[]
}

export type BusyTimes = {
  /** By time, apart from each other, in whole minutes. */
  busy: Span[]
  leftOut: CalendarOmission[]
}

/**
 * The busy times in an iCalendar text. What is too much, or cannot be understood, is left out and
 * said. Throws NotACalendarError.
 */
export function findBusyTimes(request: BusyTimesRequest): BusyTimes {
  const { text, from, until, timeZone } = request
  const leftOut = new Set<CalendarOmission>()
  const note = (what: CalendarOmission) => void leftOut.add(what)
  const budget = makeRepeatBudget()
  const calendars = parseCalendars(stripCalendar(text, { from, note }), note)
  const spans = calendars.flatMap((calendar) => {
    const zones = parseZones(calendar, timeZone, () => note('zone'))
    const wanted = { from, until, zones, budget, note }
    // Google names a calendar by its owner's email.
    const named = calendar.getFirstPropertyValue('x-wr-calname')
    const owners = new Set(
      [...request.owners, named].map(toEmail).filter((email) => email.includes('@')),
    )
    const series = groupEntries(calendar, { zones, owners }, note)
    const ofEntries = series.flatMap(({ entries, exceptions }) => {
      const [first, ...others] = entries
      try {
        if (!first) return exceptions.flatMap(toBusySpans)
        const more = others.flatMap((entry) => expandSeries(entry, [], wanted))
        return [...expandSeries(first, exceptions, wanted), ...more]
      } catch {
        note('unreadable')
        return []
      }
    })
    return [...ofEntries, ...readFreeBusy(calendar, zones, note)]
  })
  const busy = mergeSpans(spans, { from, until })
  if (busy.length > busyTimesMax) note('busy-times')
  return { busy: busy.slice(0, busyTimesMax), leftOut: [...leftOut] }
}

type Series = { entries: Entry[]; exceptions: SeriesException[] }

/** The entries of a calendar by their ids, each with its exceptions. */
function groupEntries(
  calendar: ICAL.Component,
  context: EntryContext,
  note: (what: CalendarOmission) => void,
): Series[] {
  const series = new Map<string, Series>()
  for (const [place, component] of calendar.getAllSubcomponents('vevent').entries()) {
    try {
      const entry = parseEntry(component, context)
      if (!entry) continue
      const id = String(component.getFirstPropertyValue('uid') ?? place)
      const one = series.get(id) ?? { entries: [], exceptions: [] }
      series.set(id, one)
      const exception = toSeriesException(entry, context.zones)
      if (exception) one.exceptions.push(exception)
      else one.entries.push(entry)
    } catch {
      note('unreadable')
    }
  }
  return [...series.values()]
}

/** Joins spans that overlap or touch within a range, rounded to whole minutes. */
function mergeSpans(spans: Span[], { from, until }: { from: number; until: number }): Span[] {
  const merged: Span[] = []
  const wanted = spans
    .filter(({ startsAt, endsAt }) => startsAt < endsAt && startsAt < until && endsAt > from)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  for (const span of wanted) {
    const startsAt = Math.floor(Math.max(span.startsAt, from) / minuteMs) * minuteMs
    const endsAt = Math.ceil(Math.min(span.endsAt, until) / minuteMs) * minuteMs
    const last = merged.at(-1)
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else merged.push({ startsAt, endsAt })
  }
  return merged
}

/**
 * The busy times that a calendar lists without entries (VFREEBUSY), as some servers publish them.
 */
function readFreeBusy(
  calendar: ICAL.Component,
  zones: Zones,
  note: (what: CalendarOmission) => void,
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
