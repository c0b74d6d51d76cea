import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { Slot } from '../kit/slot.ts'
import { numberOrDigits } from '../kit/text/text-schemas.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { minutesBetween } from '../kit/time/zone.ts'
import { minutesPerDay } from '../limits/limits.ts'
import { slotListDaysMax } from '../limits/slots.ts'
import { ReviewStatus } from '../reviews/reviews.ts'
import { slotRefusals } from './refusals.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** A slot as its reviewer sees it, with ISO instants. */
export const OwnSlot = Slot.extend({
  startsAt: z.string(),
  endsAt: z.string(),
  /** The review that booked it, or used it up by a no-show. */
  review: z
    .object({ _id: z.string(), status: ReviewStatus, week: z.number(), student: Named })
    .nullable(),
  /** Whether it lies in a busy time of its reviewer's own calendar, booked or not. */
  inBusyTime: z.boolean(),
})
export type OwnSlot = z.infer<typeof OwnSlot>

/**
 * Why a free slot cannot be booked, by its reviewer's booking limits and own calendar or the
 * school's holidays.
 */
export const slotUnbookableReasons = {
  notice: 'begins too soon',
  buffer: 'too close to a review',
  most_a_day: 'the day is full',
  holiday: 'school holiday',
  busy: 'busy at this time',
} as const

/** A slot within the booking horizon. */
export const SlotWithBookability = Slot.extend({
  /** False also if booking it would exceed the reviewer's limits. */
  canBeBooked: z.boolean(),
  /** Why a free slot cannot be booked; null if it can, or if it is booked. */
  whyNot: z.enum(slotUnbookableReasons).nullable(),
})
export type SlotWithBookability = z.infer<typeof SlotWithBookability>

export const slotMessages = {
  dateRequired: 'Date is required.',
  startRequired: 'Starting time is required.',
  endRequired: 'Ending time is required.',
  reviewTimeRequired: 'Review time is required.',
  endBeforeStart: 'Ending time must be greater than starting time',
  startPassed: 'Starting time must be greater than current time',
  tooLong: 'Review time must be less than the time difference between start and end times',
  datePassed: 'Date must be today or later',
  dateTooFar: 'Date must be within a year',
} as const

const clock = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time of day, HH:MM. */
export const makeClockTimeSchema = (required: string) =>
  z.string({ error: required }).regex(clock, required)

/**
 * Runs a rule about several fields even if other fields are invalid. The rule itself checks the
 * fields it needs.
 */
export const runDespiteOtherErrors = {
  when: ({ value }: { value: unknown }) => value instanceof Object,
}
export const isClockTime = (value: unknown) => typeof value === 'string' && clock.test(value)

/**
 * A range to split into slots, with the rules that do not depend on the current time
 * (specification, section 5).
 */
export const SlotRange = z
  .object({
    date: z.iso.date(slotMessages.dateRequired),
    timeStart: makeClockTimeSchema(slotMessages.startRequired),
    timeEnd: makeClockTimeSchema(slotMessages.endRequired),
    reviewTime: numberOrDigits(slotMessages.reviewTimeRequired).pipe(
      z
        .number(slotMessages.reviewTimeRequired)
        .int('Please enter whole minutes')
        .min(1, 'Review time must be at least 1 minute')
        .max(minutesPerDay, slotMessages.tooLong),
    ),
  })
  .superRefine(({ timeStart, timeEnd, reviewTime }, context) => {
    if (!isClockTime(timeStart) || !isClockTime(timeEnd)) return
    const minutes = minutesBetween(timeStart, timeEnd)
    if (minutes <= 0) {
      context.addIssue({ code: 'custom', path: ['timeEnd'], message: slotMessages.endBeforeStart })
    } else if (minutes <= reviewTime) {
      context.addIssue({ code: 'custom', path: ['reviewTime'], message: slotMessages.tooLong })
    }
  }, runDespiteOtherErrors)
export type SlotRange = z.input<typeof SlotRange>

export const slotAddedMessage = 'Slot added successfully'
export const slotAddFailedMessage = 'An error occurred'

export const addSlots = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'POST',
  path: '/add-slot',
  summary: 'Splits a time range into slots. On a day of absence, requires `confirm`',
  body: z.object({ values: SlotRange, confirm: z.boolean().default(false) }),
  reply: z.array(Slot),
  refuses: [slotRefusals.overlap, slotRefusals.away, slotRefusals.tooManyAhead],
})

/** Includes later slots, as far ahead as the school allows booking. */
const Later = z.literal('true').optional()

export const listOwnSlots = defineListEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  path: '/slot-list',
  summary: 'Lists the caller’s upcoming slots of today and the next two days',
  query: { later: Later },
  item: SlotWithBookability,
})

export const listOwnSlotsByDate = defineListEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  path: '/own-slots',
  summary: `Lists the caller’s slots between two dates, up to ${slotListDaysMax} days. Defaults to today`,
  query: {
    /** The first and last date, in the school's time zone. */
    from: calendarDateSchema.optional(),
    to: calendarDateSchema.optional(),
  },
  item: OwnSlot,
  refuses: [slotRefusals.wrongSpan],
})

export const listReviewerSlots = defineListEndpoint({
  role: 'advisor',
  may: 'book slots',
  path: '/slots/:id',
  params: z.object({ id: z.string().max(100) }),
  summary: 'Lists a reviewer’s upcoming slots of today and the next two days',
  query: { later: Later },
  item: SlotWithBookability,
  refuses: [slotRefusals.unknownReviewer],
})
