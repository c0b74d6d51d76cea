import { z } from 'zod'
import { Day } from '../kit/day.ts'
import { endpoint, listEndpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { absenceDaysMax, absencesMax } from '../limits/availability.ts'
import { Reason } from '../reviews/cancellation.ts'
import { slotMessages } from '../slots.ts'
import { Removal } from './removal.ts'

export const absenceMessages = {
  added: 'Your absence is noted.',
  toFirst: 'The last day must not be before the first',
} as const

/** Said with how many slots were made again. */
export function absenceWithdrawn(added: number): string {
  const slots = ['No slot comes back', '1 slot comes back'][added] ?? `${added} slots come back`
  return `Your absence is taken back. ${slots}; what you had added by hand stays removed.`
}

export const absenceRefusals = {
  unknown: refusal(404, 'This absence does not exist'),
  /** Said of `to`. */
  over: refusal(400, slotMessages.datePassed),
  tooFar: refusal(400, slotMessages.dateTooFar),
  tooMany: refusal(409, `No more than ${absencesMax} absences at a time`),
  /** Of days the same as, or within, those of one that is noted. */
  away: refusal(409, 'You are away on these days already'),
  bookedMeanwhile: refusal(409, 'A slot was booked just now. Please try again.'),
}

const Days = z.object({ from: Day, to: Day, reason: Reason })

/** When a reviewer is away: dates of the school's zone, both included. */
export const Absence = Days.extend({ _id: z.string(), reason: z.string() })
export type Absence = z.infer<typeof Absence>

/** Whether a date (YYYY-MM-DD) is one of an absence. */
export function isAwayOn({ from, to }: { from: string; to: string }, date: string): boolean {
  return from <= date && date <= to
}

export const NewAbsence = Days.extend({ confirm: z.boolean().default(false) }).refine(
  ({ from, to }) => from <= to,
  { path: ['to'], error: absenceMessages.toFirst },
)
export type NewAbsence = z.output<typeof NewAbsence>

export const listAbsences = listEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  path: '/absences',
  summary: "The caller's own absences, the last one first",
  item: Absence,
})

export const listAbsencesOf = listEndpoint({
  role: 'admin',
  may: 'manage people',
  path: '/absences',
  summary: "A reviewer's absences with their reasons, the last one first",
  query: { reviewer: z.string().max(100) },
  item: Absence,
})

export const addAbsence = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/absence',
  summary: `Notes an absence, at most ${absenceDaysMax} days ahead: without \`confirm: true\` it only tells what that touches; with it the slots go, and reviews are moved where their advisor allows it, else they wait for another slot`,
  body: z.object({ value: NewAbsence }),
  reply: Removal.extend({ absence: Absence.nullable() }),
  refuses: [
    absenceRefusals.over,
    absenceRefusals.tooFar,
    absenceRefusals.tooMany,
    absenceRefusals.away,
    absenceRefusals.bookedMeanwhile,
  ],
})

export const withdrawAbsence = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/withdraw-absence',
  summary:
    'Takes an absence back: slots are made again from the availability, those that were added by hand are not; `added` says how many',
  body: z.object({ value: z.object({ id: z.string().max(100) }) }),
  reply: z.object({ message: z.string(), added: z.number() }),
  refuses: [absenceRefusals.unknown],
})
