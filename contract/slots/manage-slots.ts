import { z } from 'zod'
import { Day } from '../kit/day.ts'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { slotsClonedAtOnce, slotsRemovedAtOnce, weeksClonedAtOnce } from '../limits/slots.ts'
import { slotRefusals } from '../slots/refusals.ts'
import { slotMessages } from '../slots.ts'

/** What is said when so many slots are removed. */
export const slotsRemoved = (count: number) =>
  count === 1 ? 'The slot is removed.' : `${count} slots are removed.`
/** What is said of each slot that cannot be removed, by its id. */
export const whyKept = { booked: 'is booked', begun: 'has begun' } as const

export const removalRefusals = {
  unknown: slotRefusals.unknown,
  kept: refusal(409, 'Nothing was removed: what is booked or has begun stays'),
}

export const removeSlots = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/remove-slots',
  summary:
    'Removes free slots that have not begun, all or none; a 409 says in `errors`, by the id, of each that stays why. One that was made from the availability is not made again',
  body: z.object({
    value: z.object({ slots: z.array(z.string().max(100)).min(1).max(slotsRemovedAtOnce) }),
  }),
  reply: z.object({ message: z.string(), removed: z.number() }),
  refuses: Object.values(removalRefusals),
})

/** What is said when so many slots were added to other weeks. */
export const weekCloned = (added: number) =>
  added === 1 ? '1 slot is added.' : `${added} slots are added.`

export const cloningRefusals = {
  nothing: refusal(409, 'There are no slots in this week'),
  tooMany: refusal(400, `No more than ${slotsClonedAtOnce} slots at once: choose fewer weeks`),
  tooFar: refusal(400, slotMessages.dateTooFar),
  tooManyAhead: slotRefusals.tooManyAhead,
}

export const cloneWeek = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/clone-week',
  summary:
    "Takes a week's slots to other weeks, each named by any of its dates, to the same day and time by the school's clock. What overlaps a slot, has passed, or falls on a time that the clock leaves out is left out, and what is nearer to another slot than the caller's buffer, more than they take on a day, or on a day on which they are away",
  body: z.object({
    value: z.object({ from: Day, to: z.array(Day).min(1).max(weeksClonedAtOnce) }),
  }),
  reply: z.object({
    message: z.string(),
    added: z.number(),
    leftOut: z.number(),
    /** How many of these are left out for what: any other reason is `noFit`. */
    leftOutFor: z.object({
      noFit: z.number(),
      buffer: z.number(),
      mostADay: z.number(),
      away: z.number(),
    }),
  }),
  refuses: Object.values(cloningRefusals),
})
