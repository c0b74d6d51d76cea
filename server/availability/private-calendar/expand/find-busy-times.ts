import type ICAL from 'ical.js'
import type { CalendarLeftOut } from '#contract/kit/kinds/calendar-error.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { busyTimesMax, calendarEventsMax } from '#contract/limits/availability.ts'
import type { Span } from '#server/slots/split-into-slots.ts'
import { parseCalendars } from './parse-calendars.ts'
import { type Entry, readEntry } from './read-entry.ts'
import { makeRepeatBudget } from './repeats.ts'
import { type Exception, expandSeries, toException, toSpan } from './series.ts'
import { readZones, type Zones } from './zones.ts'

export type BusyTimesRequest = {
  text: string
  /** The range of instants (ms since 1970) of which busy times are wanted. */
  from: number
  until: number
  /** The zone of times without one. */
  timeZone: string
}

export type BusyTimes = {
  /** By time, apart from each other, in whole minutes. */
  busy: Span[]
  leftOut: CalendarLeftOut[]
}

/**
 * The busy times in an iCalendar text. What is too much, or cannot be understood, is left out and
 * said. Throws NotACalendar.
 */
export function findBusyTimes({ text, from, until, timeZone }: BusyTimesRequest): BusyTimes {
  const leftOut = new Set<CalendarLeftOut>()
  const note = (what: CalendarLeftOut) => void leftOut.add(what)
  const budget = makeRepeatBudget()
  const spans = parseCalendars(text, note).flatMap((calendar) => {
    const zones = readZones(calendar, timeZone, () => note('zone'))
    const wanted = { from, until, zones, budget, note }
    return groupEntries(calendar, zones, note).flatMap(({ entries, exceptions }) => {
      const [first, ...others] = entries
      try {
        if (!first) return exceptions.flatMap(toSpan)
        const more = others.flatMap((entry) => expandSeries(entry, [], wanted))
        return [...expandSeries(first, exceptions, wanted), ...more]
      } catch {
        note('unreadable')
        return []
      }
    })
  })
  const busy = mergeSpans(spans, { from, until })
  if (busy.length > busyTimesMax) note('busy-times')
  return { busy: busy.slice(0, busyTimesMax), leftOut: [...leftOut] }
}

type Series = { entries: Entry[]; exceptions: Exception[] }

/** The entries of a calendar by their ids, each with its exceptions. */
function groupEntries(
  calendar: ICAL.Component,
  zones: Zones,
  note: (what: CalendarLeftOut) => void,
): Series[] {
  const all = calendar.getAllSubcomponents('vevent')
  if (all.length > calendarEventsMax) note('entries')
  const series = new Map<string, Series>()
  for (const [place, component] of all.slice(0, calendarEventsMax).entries()) {
    try {
      const entry = readEntry(component, zones)
      if (!entry) continue
      const id = String(component.getFirstPropertyValue('uid') ?? place)
      const one = series.get(id) ?? { entries: [], exceptions: [] }
      series.set(id, one)
      const exception = toException(entry, zones)
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
