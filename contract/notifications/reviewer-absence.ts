import { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatDayInZone } from '../kit/time/zone.ts'
import { noEnd } from '../limits/availability.ts'
import { formatReason } from './format-review.ts'

const Payload = z.object({
  /** The name of the admin. */
  by: z.string(),
  /** Dates in the school's time zone, both included. */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  what: z.enum(['noted', 'taken back']),
})
type Payload = z.output<typeof Payload>

const day = (date: string) => formatDayInZone(Date.parse(`${date}T00:00:00Z`), 'UTC')

/** Returns, for example, 'Tue 24 Nov to Fri 27 Nov'. */
function formatDays({ from, to }: Payload): string {
  if (to === noEnd) return `from ${day(from)} with no end date`
  return from === to ? day(from) : `${day(from)} to ${day(to)}`
}

export const reviewerAbsenceNotification = {
  label: 'An admin changes your absences',
  to: ['reviewer'] as const,
  schema: Payload,
  button: 'Open your availability',
  subject: (payload: Payload) =>
    `Absence ${payload.what === 'noted' ? 'added' : 'removed'}: ${formatDays(payload)}`,
  text: (payload: Payload) =>
    payload.what === 'noted'
      ? `${payload.by} added an absence for you, ${formatDays(payload)}${formatReason(payload)}`
      : `${payload.by} removed your absence, ${formatDays(payload)}.`,
  path: () => linkedPagePaths.availability,
}
