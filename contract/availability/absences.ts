import { z } from 'zod'
import { accountRefusals } from '../accounts/accounts.ts'
import { describeRestoredBookings, type RestoredBookings } from '../accounts/undo-block.ts'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { Reason } from '../kit/text/reason.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { absenceDaysMax, absencesMax, noEnd } from '../limits/availability.ts'
import { undoMinutes } from '../limits/reviews.ts'
import { slotMessages } from '../slots/slots.ts'
import { SlotRemovalEffects } from './affected-bookings.ts'

export const absenceMessages = {
  added: 'Absence added.',
  /** For one without an end. */
  left: 'Departure recorded.',
  toFirst: 'The last day must not be before the first',
} as const

/** The message after a removal, with the number of slots that were recreated. */
export function formatAbsenceRemoved(added: number): string {
  const slots = added === 0 ? 'No slots' : formatCount(added, 'slot', 'slots')
  return `Absence removed. ${slots} restored; slots added by hand stay removed.`
}

/** Such as 'Undone. 12 slots restored. 3 bookings restored.' */
export function formatAbsenceUndone(slots: number, bookings: RestoredBookings): string {
  const back = slots > 0 ? `${formatCount(slots, 'slot', 'slots')} restored.` : ''
  return ['Undone.', back, ...describeRestoredBookings(bookings)].filter(Boolean).join(' ')
}

export const absenceRefusals = {
  unknown: defineRefusal(404, 'This absence does not exist'),
  /** Shown at the field `to`. */
  over: defineRefusal(400, slotMessages.datePassed),
  tooFar: defineRefusal(400, slotMessages.dateTooFar),
  tooMany: defineRefusal(409, `No more than ${absencesMax} upcoming absences`),
  /** The days are within an existing absence. */
  away: defineRefusal(409, 'You are already away on these days'),
  /** The same, for an admin. */
  awayAlready: defineRefusal(409, 'This reviewer is already away on these days'),
  /** For an admin: blocked and unverified reviewers have no slots to remove. */
  notAtWork: defineRefusal(409, 'This reviewer is blocked or has not completed their profile'),
  undoOver: defineRefusal(409, `An absence can be undone for ${undoMinutes} minutes`),
  /** For the reviewer. */
  hasLeft: defineRefusal(409, 'Only an admin can undo your departure'),
  bookedMeanwhile: defineRefusal(409, 'A slot was just booked. Please try again.'),
}

const Days = z.object({ from: calendarDateSchema, to: calendarDateSchema, reason: Reason })

/**
 * A reviewer's absence: two dates in the school's time zone, both included. One that ends on
 * `noEnd` ends the weekly availability too.
 */
export const Absence = Days.extend({
  _id: z.string(),
  reason: z.string(),
  /** When it was added, as an ISO instant. */
  addedAt: z.string(),
})
export type Absence = z.infer<typeof Absence>

/** Whether a date (YYYY-MM-DD) is within an absence. */
export function isAwayOn({ from, to }: { from: string; to: string }, date: string): boolean {
  return from <= date && date <= to
}

const Confirmable = Days.extend({ confirm: z.boolean().default(false) })
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to
const notInOrder = { path: ['to'], error: absenceMessages.toFirst }

export const NewAbsence = Confirmable.refine(isInOrder, notInOrder)
export type NewAbsence = z.output<typeof NewAbsence>

const reviewer = z.string().max(100)

export const listAbsences = defineListEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  path: '/absences',
  summary: 'Lists the caller’s absences, latest first',
  item: Absence,
})

export const listAbsencesFor = defineListEndpoint({
  role: 'admin',
  may: 'manage people',
  path: '/absences',
  summary: 'Lists a reviewer’s absences with their reasons, latest first',
  query: { reviewer },
  item: Absence,
})

const AbsenceReply = SlotRemovalEffects.extend({ absence: Absence.nullable() })
const dateRefusals = [
  ...[absenceRefusals.over, absenceRefusals.tooFar],
  ...[absenceRefusals.tooMany, absenceRefusals.bookedMeanwhile],
]
const effectSummary = `up to ${absenceDaysMax} days ahead. Without \`confirm: true\`, only returns the affected reviews. With it, removes the slots and moves the reviews if their advisor allows it; otherwise they wait for another slot`

export const addAbsence = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/absence',
  summary: `Adds an absence, ${effectSummary}`,
  body: z.object({ value: NewAbsence }),
  reply: AbsenceReply,
  refuses: [...dateRefusals, absenceRefusals.away],
})

export const addAbsenceFor = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/absence',
  summary: `Adds an absence for a reviewer and notifies them, ${effectSummary}. If the last day is ${noEnd}, the reviewer leaves the school, and the weekly availability ends`,
  body: z.object({ value: Confirmable.extend({ reviewer }).refine(isInOrder, notInOrder) }),
  reply: AbsenceReply,
  refuses: [
    ...[...dateRefusals, absenceRefusals.awayAlready],
    ...[accountRefusals.unknownUser, absenceRefusals.notAtWork],
  ],
})

const id = z.string().max(100)
const WithdrawalReply = z.object({ message: z.string(), added: z.number() })

export const withdrawAbsence = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/withdraw-absence',
  summary:
    'Removes an absence and recreates the slots of the weekly availability, but not those added by hand. `added` is how many',
  body: z.object({ value: z.object({ id }) }),
  reply: WithdrawalReply,
  refuses: [absenceRefusals.unknown, absenceRefusals.hasLeft],
})

export const withdrawAbsenceFor = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/withdraw-absence',
  summary: `Removes a reviewer’s absence and notifies them. With \`undo\`, for ${undoMinutes} minutes, restores all slots and bookings that it removed, unless they have changed since`,
  body: z.object({ value: z.object({ reviewer, id, undo: z.boolean().default(false) }) }),
  reply: WithdrawalReply,
  refuses: [
    ...[absenceRefusals.unknown, absenceRefusals.undoOver],
    ...[accountRefusals.unknownUser, absenceRefusals.notAtWork],
  ],
})
