import { marksOwedAfterMs, type Review } from '#contract/reviews.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'

type Booked = Pick<Review, '_id' | 'week' | 'startsAt' | 'reviewer'>

/** A booked review as an iCalendar file (RFC 5545); `now` in ms since 1970 is when it was written. */
export function calendarFile(review: Booked, now: number, origin: string): string | undefined {
  if (!review.startsAt) return undefined
  const starts = Date.parse(review.startsAt)
  const reviewer = review.reviewer ? ` with ${review.reviewer.name}` : ''
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Weekward//Reviews//EN',
    'BEGIN:VEVENT',
    `UID:${review._id}@weekward`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(starts)}`,
    `DTEND:${utc(starts + marksOwedAfterMs)}`,
    `SUMMARY:${escaped(`Review of week ${twoDigits(review.week)}${reviewer}`)}`,
    `URL:${origin}${paths.home('student')}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Saves a booked review as a file that calendars open. */
export function saveForCalendar(review: Booked, now: number): void {
  const file = calendarFile(review, now, location.origin)
  if (!file) return
  const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `review-week-${twoDigits(review.week)}.ics`
  link.click()
  URL.revokeObjectURL(address)
}

function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** A line has 75 bytes at most; what goes on after that begins with a space. */
function folded(line: string): string {
  const bytes = new TextEncoder()
  const parts = ['']
  for (const character of line) {
    const last = parts.at(-1) ?? ''
    if (bytes.encode(last + character).length > 74) parts.push(character)
    else parts[parts.length - 1] = last + character
  }
  return parts.join('\r\n ')
}
