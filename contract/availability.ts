import { z } from 'zod'
import { SlotRemovalResult } from './availability/affected-bookings.ts'
import { endpoint } from './kit/endpoint.ts'
import { refusal } from './kit/refusal.ts'
import { CalendarDate } from './kit/time/calendar-date.ts'
import {
  addDays,
  daysBetween,
  daysPerWeek,
  getMonday,
  getWeekday,
  minutesBetween,
} from './kit/time/zone.ts'
import {
  blocksMax,
  bufferMax,
  everyWeeksMax,
  reviewsPerDayMax,
  reviewTimeMin,
} from './limits/availability.ts'
import { bookingHorizonDays, minutesPerDay } from './limits.ts'
import { ClockTime, slotMessages } from './slots.ts'

export const availabilityMessages = {
  saved: 'Your availability is saved.',
  noRoom: 'A review does not fit between start and end',
  untilFirst: 'The last day must not be before the first',
  overlap: 'This overlaps another time on the same day',
  over: 'This is over already: the last day has passed',
} as const

export const availabilityRefusals = {
  savedSince: refusal(409, 'Your availability was saved elsewhere meanwhile. Nothing has changed.'),
}

const minutes = (least: number, most: number) =>
  z
    .number()
    .int('Please give whole minutes')
    .min(least, `Please give ${least} minutes or more`)
    .max(most, `Please give ${most} minutes or fewer`)

/** A span of a weekday that is cut into slots, by the school's clock and calendar. */
export const AvailabilityBlock = z.object({
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(daysPerWeek),
  from: ClockTime(slotMessages.startRequired),
  to: ClockTime(slotMessages.endRequired),
  /** Minutes. */
  reviewTime: minutes(reviewTimeMin, minutesPerDay),
  /** Every so many weeks, counted from the one that `since` lies in. */
  everyWeeks: z
    .number()
    .int('Please give whole weeks')
    .min(1, 'Please give 1 or more')
    .max(everyWeeksMax, `Please give ${everyWeeksMax} or fewer`),
  since: CalendarDate,
  /** The last day; null for no end. */
  until: CalendarDate.nullable(),
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

/** Whether an availability's block is over before a date. */
export function isBlockOver({ until }: Pick<AvailabilityBlock, 'until'>, today: string): boolean {
  return until !== null && until < today
}

/** Whether an availability's block takes place on a date. */
export function isBlockOnDate(block: AvailabilityBlock, date: string): boolean {
  const { weekday, everyWeeks, since, until } = block
  if (getWeekday(date) !== weekday || date < since || (until !== null && date > until)) return false
  return (daysBetween(getMonday(since), getMonday(date)) / daysPerWeek) % everyWeeks === 0
}

/** Whether there is a day on which both take place, and meet. */
export function blocksOverlap(one: AvailabilityBlock, other: AvailabilityBlock): boolean {
  if (one.weekday !== other.weekday || one.to <= other.from || other.to <= one.from) return false
  const later = one.since > other.since ? one.since : other.since
  const first = addDays(getMonday(later), one.weekday - 1)
  // After so many weeks both begin anew together; the first day may lie before they begin.
  const weeks = Array.from({ length: one.everyWeeks * other.everyWeeks + 1 }, (_, week) => week)
  return weeks
    .map((week) => addDays(first, week * daysPerWeek))
    .some((date) => isBlockOnDate(one, date) && isBlockOnDate(other, date))
}

/** When a reviewer can be booked (contract, section 9). */
export const Availability = z.object({
  blocks: Blocks,
  /** Minutes that are free between two reviews. */
  buffer: minutes(0, bufferMax),
  /** Reviews; null for as many as there are slots. */
  mostADay: z
    .number()
    .int('Please give a whole number')
    .min(1, 'Please give 1 or more')
    .max(reviewsPerDayMax, `Please give ${reviewsPerDayMax} or fewer`)
    .nullable(),
  /** So many minutes before it begins a slot can be booked for the last time. */
  notice: minutes(0, bookingHorizonDays * minutesPerDay),
})
export type Availability = z.infer<typeof Availability>

/** What holds of a reviewer who has never said anything. */
export const emptyAvailability: Availability = { blocks: [], buffer: 0, mostADay: null, notice: 0 }

/** When what is there was saved, an ISO instant; null for never. */
const SavedAt = z.iso.datetime().nullable()

export const SavedAvailability = Availability.extend({ savedAt: SavedAt })
export type SavedAvailability = z.infer<typeof SavedAvailability>

export const getAvailability = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'GET',
  path: '/availability',
  summary: 'Returns the caller’s weekly availability and booking limits',
  reply: SavedAvailability,
})

export const saveAvailability = endpoint({
  role: 'reviewer',
  may: 'publish slots',
  method: 'PUT',
  path: '/availability',
  summary:
    'Saves the caller’s weekly availability and creates its slots for the next 28 days. Times whose last day has passed are dropped. Nothing changes if booked reviews would lose their slot, unless `confirm` is true, or if the availability was saved after `savedAt`',
  body: z.object({
    value: Availability.extend({
      confirm: z.boolean().default(false),
      /** That of what was read; without it whatever is there is written over. */
      savedAt: SavedAt.optional(),
    }),
  }),
  reply: SlotRemovalResult.extend({
    /** How many slots are added; 0 where nothing is done. */
    adds: z.number(),
    savedAt: SavedAt,
  }),
  refuses: [availabilityRefusals.savedSince],
})
