import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { clonedSlotsMax, clonedWeeksMax, removedSlotsMax } from '../limits/slots.ts'
import { slotRefusals } from './refusals.ts'
import { slotMessages } from './slots.ts'

export const formatSlotsRemoved = (count: number) =>
  count === 1 ? 'Slot removed.' : `${count} slots removed.`
/** Why a slot could not be removed, shown at its id. */
export const notRemovedReasons = { booked: 'is booked', begun: 'has started' } as const

export const removalRefusals = {
  unknown: slotRefusals.unknown,
  kept: defineRefusal(
    409,
    'Nothing was removed: slots that are booked or have started cannot be removed',
  ),
}

export const removeSlots = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/remove-slots',
  summary:
    'Removes free upcoming slots, all or none. A 409 lists in `errors`, by id, why a slot cannot be removed. Removed slots of the weekly availability are not recreated',
  body: z.object({
    value: z.object({ slots: z.array(z.string().max(100)).min(1).max(removedSlotsMax) }),
  }),
  reply: z.object({ message: z.string(), removed: z.number() }),
  refuses: Object.values(removalRefusals),
})

export const formatWeekCloned = (added: number) =>
  added === 1 ? '1 slot added.' : `${added} slots added.`

export const cloneRefusals = {
  nothing: defineRefusal(409, 'There are no slots in this week'),
  tooMany: defineRefusal(400, `No more than ${clonedSlotsMax} slots at once. Choose fewer weeks`),
  tooFar: defineRefusal(400, slotMessages.dateTooFar),
  tooManyAhead: slotRefusals.tooManyAhead,
}

export const cloneWeek = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/clone-week',
  summary:
    'Copies a week’s slots to other weeks, each given by any of its dates, at the same day and time in the school’s time zone. Skips slots that overlap others, are in the past, do not exist because of a clock change, exceed the caller’s booking limits, or fall on a day of absence',
  body: z.object({
    value: z.object({
      from: calendarDateSchema,
      to: z.array(calendarDateSchema).min(1).max(clonedWeeksMax),
    }),
  }),
  reply: z.object({
    message: z.string(),
    added: z.number(),
    leftOut: z.number(),
    /** How many were skipped, by reason. `noFit` stands for all other reasons. */
    leftOutFor: z.object({
      noFit: z.number(),
      buffer: z.number(),
      mostADay: z.number(),
      away: z.number(),
    }),
  }),
  refuses: Object.values(cloneRefusals),
})
