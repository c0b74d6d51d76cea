import { tzlib_get_ical_block as rulesFor } from 'timezones-ical-library'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/time.ts'
import { clockInZone, dateInZone } from '#contract/kit/time/zone.ts'

/** What programs are told of a zone: under which name, the rules as text, and what they come to. */
export type ZoneRules = { name: string; text: string; changes: Change[] }

/** From when on the clock is how far (ms) ahead of UTC: the local time in a year, as if of UTC. */
type Change = { ahead: number; inYear: (year: number) => number }

const known = new Map<string, ZoneRules | undefined>()

/** The rules of a zone, by any name that it has; undefined for one that the library does not know. */
export function zoneRules(timeZone: string): ZoneRules | undefined {
  if (!known.has(timeZone)) known.set(timeZone, readRules(timeZone))
  return known.get(timeZone)
}

function readRules(timeZone: string): ZoneRules | undefined {
  // It knows some zones under a newer name.
  const [text, named] = rulesFor(timeZone)
  if (!text || !named) return undefined
  const parts = [...text.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r\n(.*?)END:/gs)]
  return {
    name: named.replace('TZID=', ''),
    text,
    changes: parts.map(([, , lines = '']) => readChange(lines)),
  }
}

const sign = { '+': 1, '-': -1 } as const
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Each is either so for ever or comes once a year, on the n-th of a weekday in a month. */
function readChange(lines: string): Change {
  const [, side, hours, minutes] = lines.match(/TZOFFSETTO:([+-])(\d\d)(\d\d)/) ?? []
  const ahead =
    sign[side === '-' ? '-' : '+'] * (Number(hours) * hourMs + Number(minutes) * minuteMs)
  const [, hour, minute] = lines.match(/DTSTART:\d{8}T(\d\d)(\d\d)/) ?? []
  const [, month, nth, weekday = ''] = lines.match(/BYMONTH=(\d+);BYDAY=(-?\d)([A-Z]{2})/) ?? []
  if (!month) return { ahead, inYear: () => Number.NEGATIVE_INFINITY }
  const clock = Number(hour) * hourMs + Number(minute) * minuteMs
  const day = { month: Number(month), nth: Number(nth), weekday: weekdays.indexOf(weekday) }
  return { ahead, inYear: (year) => nthOfMonth(year, day) + clock }
}

/** The n-th of a weekday (0: Sunday) in a month (1: January), or counted from its end if below zero. */
function nthOfMonth(
  year: number,
  { month, nth, weekday }: { month: number; nth: number; weekday: number },
): number {
  if (nth > 0) {
    const first = Date.UTC(year, month - 1, 1)
    const until = (weekday - new Date(first).getUTCDay() + 7) % 7
    return first + (until + (nth - 1) * 7) * dayMs
  }
  const last = Date.UTC(year, month, 0)
  const since = (new Date(last).getUTCDay() - weekday + 7) % 7
  return last - (since + (-nth - 1) * 7) * dayMs
}

/**
 * Whether a program that goes by these rules finds an instant (ms since 1970) again from the date
 * and the clock that the zone shows then: not where the rules are another year's than those that the
 * zone follows, nor in the hour that comes twice when the clock is set back.
 */
export function rulesLeadTo(instant: number, { changes }: ZoneRules, timeZone: string): boolean {
  const shown = shownAt(instant, timeZone)
  const year = new Date(shown).getUTCFullYear()
  const begun = changes
    .flatMap(({ ahead, inYear }) => [year - 1, year].map((one) => ({ ahead, at: inYear(one) })))
    .filter(({ at }) => at <= shown)
    .toSorted((a, b) => b.at - a.at)
  if (begun[0]?.ahead !== shown - instant) return false
  return [instant - dayMs, instant + dayMs].every((near) => {
    const again = shown - (shownAt(near, timeZone) - near)
    return again === instant || shownAt(again, timeZone) !== shown
  })
}

/** The date and the clock of a zone, to the minute, as if they were of UTC. */
function shownAt(instant: number, timeZone: string): number {
  return Date.parse(`${dateInZone(instant, timeZone)}T${clockInZone(instant, timeZone)}Z`)
}
