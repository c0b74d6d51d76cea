import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import {
  addDays,
  daysBetween,
  daysPerWeek,
  getMonday,
  getWeekday,
  minutesBetween,
} from '../kit/time/zone.ts'
import {
  blocksMax,
  bufferMinutesMax,
  everyWeeksMax,
  reviewMinutesMin,
  reviewsPerDayMax,
} from '../limits/availability.ts'
import { bookingHorizonDaysDefault, minutesPerDay } from '../limits/limits.ts'
import { makeClockTimeSchema, slotMessages } from '../slots/slots.ts'
import { SlotRemovalEffects } from './affected-bookings.ts'

export const availabilityMessages = {
  saved: 'Availability saved.',
  noRoom: 'A review does not fit between start and end',
  untilFirst: 'The last day must not be before the first',
  overlap: 'This overlaps other times on the same day',
  over: 'The last day has passed',
} as const

export const availabilityRefusals = {
  savedSince: defineRefusal(
    409,
    'Your availability was changed elsewhere in the meantime. Nothing was saved.',
  ),
}

const minutes = (least: number, most: number) =>
  z
    .number()
    .int('Please enter whole minutes')
    .min(least, `Please enter ${least} minutes or more`)
    .max(most, `Please enter ${most} minutes or fewer`)

/** A weekly time range that is split into slots, in the school's time zone. */
export const AvailabilityBlock = z.object({
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(daysPerWeek),
  from: makeClockTimeSchema(slotMessages.startRequired),
  to: makeClockTimeSchema(slotMessages.endRequired),
  /** Minutes. */
  reviewTime: minutes(reviewMinutesMin, minutesPerDay),
  /** Repeats every so many weeks, counted from the week of `since`. */
  everyWeeks: z
    .number()
    .int('Please enter whole weeks')
    .min(1, 'Please enter 1 or more')
    .max(everyWeeksMax, `Please enter ${everyWeeksMax} or fewer`),
  since: calendarDateSchema,
  /** The last day; null for an open end. */
  until: calendarDateSchema.nullable(),
})
export type AvailabilityBlock = z.infer<typeof AvailabilityBlock>

const Blocks = z
  .array(AvailabilityBlock)
  .max(blocksMax)
  .superRefine((blocks, context) => {
    blocks.forEach((block, place) => {
      const wrong = findBlockProblem(block, blocks.slice(0, place))
      if (wrong) context.addIssue({ code: 'custom', path: [place, wrong[0]], message: wrong[1] })
    })
  })

function findBlockProblem(
  block: AvailabilityBlock,
  before: AvailabilityBlock[],
): [field: keyof AvailabilityBlock, message: string] | undefined {
  const { from, to, reviewTime, since, until } = block
  if (to <= from) return ['to', slotMessages.endBeforeStart]
  if (minutesBetween(from, to) < reviewTime) return ['reviewTime', availabilityMessages.noRoom]
  if (until !== null && until < since) return ['until', availabilityMessages.untilFirst]
  return before.some((other) => blocksOverlap(block, other))
    ? ['from', availabilityMessages.overlap]
    : undefined
}

/** Whether a block has ended before a date. */
export function isBlockOver({ until }: Pick<AvailabilityBlock, 'until'>, today: string): boolean {
  return until !== null && until < today
}

/** Whether a block applies on a date. */
export function isBlockOnDate(
  {
    weekday,
    everyWeeks,
    since,
    until,
  }: Pick<AvailabilityBlock, 'weekday' | 'everyWeeks' | 'since' | 'until'>,
  date: string,
): boolean {
  if (getWeekday(date) !== weekday || date < since || (until !== null && date > until)) return false
  return (daysBetween(getMonday(since), getMonday(date)) / daysPerWeek) % everyWeeks === 0
}

/** Whether two blocks overlap on any day. */
export function blocksOverlap(one: AvailabilityBlock, other: AvailabilityBlock): boolean {
  if (one.weekday !== other.weekday || one.to <= other.from || other.to <= one.from) return false
  const later = one.since > other.since ? one.since : other.since
  const first = addDays(getMonday(later), one.weekday - 1)
  // The pattern of both repeats after this many weeks. The first date may precede both blocks.
  const weeks = Array.from({ length: one.everyWeeks * other.everyWeeks + 1 }, (_, week) => week)
  return weeks
    .map((week) => addDays(first, week * daysPerWeek))
    .some((date) => isBlockOnDate(one, date) && isBlockOnDate(other, date))
}

/** When a reviewer can be booked (contract, section 9). */
export const Availability = z.object({
  blocks: Blocks,
  /** Minutes to keep free between two reviews. */
  buffer: minutes(0, bufferMinutesMax),
  /** The maximum number of reviews a day; null for no limit. */
  mostADay: z
    .number()
    .int('Please enter a whole number')
    .min(1, 'Please enter 1 or more')
    .max(reviewsPerDayMax, `Please enter ${reviewsPerDayMax} or fewer`)
    .nullable(),
  /** A slot can be booked until this many minutes before it begins. */
  notice: minutes(0, bookingHorizonDaysDefault * minutesPerDay),
})
export type Availability = z.infer<typeof Availability>

/** The availability of a reviewer who has not saved one. */
export const emptyAvailability: Availability = { blocks: [], buffer: 0, mostADay: null, notice: 0 }

/** When the availability was last saved, as an ISO instant; null if never. */
const SavedAt = z.iso.datetime().nullable()

export const SavedAvailability = Availability.extend({ savedAt: SavedAt })
export type SavedAvailability = z.infer<typeof SavedAvailability>

export const getAvailability = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'GET',
  path: '/availability',
  summary: 'Returns the caller’s weekly availability and booking limits',
  reply: SavedAvailability,
})

export const saveAvailability = defineEndpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/availability',
  summary:
    'Saves the caller’s weekly availability and creates its slots for the next 28 days. Times whose last day has passed are removed. Nothing changes if booked reviews would lose their slot, unless `confirm` is true, or if the availability was saved after `savedAt`',
  body: z.object({
    value: Availability.extend({
      confirm: z.boolean().default(false),
      /** The `savedAt` that the client read. Without it, the call overwrites whatever is saved. */
      savedAt: SavedAt.optional(),
    }),
  }),
  reply: SlotRemovalEffects.extend({
    /** How many slots were added; 0 if nothing was saved. */
    adds: z.number(),
    savedAt: SavedAt,
  }),
  refuses: [availabilityRefusals.savedSince],
})
