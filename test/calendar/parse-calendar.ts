import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { expect } from 'vitest'

/** A calendar entry as parsed by calendar programs, with ISO instants. */
export type ParsedEntry = {
  id: string
  sequence: number
  startsAt: string
  endsAt: string | null
  title: string
  details: string
  place: string
  status: string
}

/** Parses iCalendar with two libraries, which must agree. */
export function parseCalendar(text: string): { method: string; entries: ParsedEntry[] } {
  const [one, other] = [readByIcal(text), readByTsIcs(text)]
  expect(other).toEqual(one)
  return one
}

function readByIcal(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents('vevent').map((part): ParsedEntry => {
    const of = (name: string) => String(part.getFirstPropertyValue(name) ?? '')
    const instantOf = (name: string) => {
      const time = part.getFirstPropertyValue(name)
      return time instanceof ICAL.Time ? new Date(time.toUnixTime() * 1_000).toISOString() : null
    }
    return {
      id: of('uid'),
      sequence: Number(of('sequence')),
      title: of('summary'),
      details: of('description'),
      place: of('location'),
      status: of('status'),
      startsAt: instantOf('dtstart') ?? '',
      endsAt: instantOf('dtend'),
    }
  })
  return { method: String(calendar.getFirstPropertyValue('method')), entries }
}

function readByTsIcs(text: string) {
  const { method, events = [] } = convertIcsCalendar(undefined, text)
  const entries = events.map((event): ParsedEntry => {
    const { uid: id, sequence = 0, start, end, summary: title } = event
    const { description: details = '', location: place = '', status = '' } = event
    return {
      id,
      sequence,
      title,
      details,
      place,
      status,
      startsAt: start.date.toISOString(),
      endsAt: end?.date.toISOString() ?? null,
    }
  })
  return { method: String(method), entries }
}
