import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { Slot } from './kit/slot.ts'
import { formatCount } from './kit/text/plural.ts'
import { formatDayInZone } from './kit/time/zone.ts'
import { bestSlotsShown, planLinesMax } from './limits/plan.ts'
import { Review, reviewId, reviewRefusals } from './reviews/reviews.ts'
import { BookingInput, studentRefusals } from './reviews/scheduling/booking.ts'
import { formatFromDate } from './reviews/scheduling/planning-rules.ts'
import { abilities, mapRoles } from './roles.ts'

const others = (count: number) =>
  count === 0 ? 'No other reviews' : formatCount(count, 'other review', 'other reviews')

/** Why a slot was chosen for a review, or none, with the reviewer's number of reviews. */
export const planReasons = {
  wish: 'Requested by the student',
  due: (days: number) =>
    days === 0 ? 'On the due date' : `${formatCount(days, 'day', 'days')} before the due date`,
  /** All free slots are earlier than the school plans. */
  notBefore: (days: number, date: string) =>
    `Due in ${formatCount(days, 'day', 'days')}. Planned ${formatFromDate(date)}`,
  notice: (hours: number) => `All free slots start within ${formatCount(hours, 'hour', 'hours')}`,
  tooEarly: 'Earlier than your school plans reviews',
  tooSoon: (hours: number) => `Starts within ${formatCount(hours, 'hour', 'hours')}`,
  first: 'First free slot in their domain',
  firstLeft: 'First slot left in their domain',
  another: 'Different reviewer from the last two weeks',
  fewerThatDay: (count: number) => `${others(count)} that day, fewer than other reviewers`,
  fewerThatWeek: (count: number) => `${others(count)} that week, fewer than other reviewers`,
  load: (count: number) => `${others(count)} that day`,
  thirdTime: 'Same reviewer as the last two weeks',
  late: (days: number) => `${formatCount(days, 'day', 'days')} after the due date`,
  /** Added to `late` if an earlier slot is free that is before the planning period. */
  earlierFree: (date: string) =>
    `An earlier slot is free before ${formatDayInZone(Date.parse(date), 'UTC')}`,
  /** The same if the earlier slot is within the notice period. */
  earlierSoon: (hours: number) =>
    `An earlier slot is free but starts within ${formatCount(hours, 'hour', 'hours')}`,
  later: 'Later with the same reviewer',
  together: 'Best fit across all reviews',
  noneFree: 'No reviewer in their domain has a free slot',
  noneLeft: 'Other reviews are due sooner',
} as const

const Suggestion = z.object({
  /** With its start as an ISO instant. */
  slot: Slot.extend({ startsAt: z.string() }),
  reviewer: z.object({ _id: z.string(), name: z.string() }),
  why: z.string(),
  /** Whether it is before the planning period. Suggested only if all others are, too. */
  isTooEarly: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const PlanLine = z.object({
  review: Review.pick({ _id: true, week: true, date: true, student: true }),
  /** Both are null if no slot is left. */
  slot: Suggestion.shape.slot.nullable(),
  reviewer: Suggestion.shape.reviewer.nullable(),
  why: z.string(),
  /** The date (YYYY-MM-DD) from which it is planned, if all free slots are earlier. */
  notBefore: z.string().nullable(),
  /**
   * Whether its slot is after the due date although an earlier one is free, before the planning
   * period or within the notice period.
   */
  isEarlierFree: z.boolean(),
})
export type PlanLine = z.infer<typeof PlanLine>

export const getPlan = defineEndpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/plan',
  summary:
    'Suggests a slot for each of the caller’s unscheduled reviews, earliest due first, close to the due date and spread evenly over reviewers. `Stopped-Early: true` means that time ran out before the best plan was found',
  /** Also considers slots before the planning period. */
  query: z.object({ asSoonAsPossible: z.literal('true').optional() }),
  reply: z.array(PlanLine),
})

export const listBestSlots = mapRoles(abilities['book slots'], (role) =>
  defineEndpoint({
    role,
    may: 'book slots',
    method: 'GET',
    path: '/best-slots',
    summary: `Lists the ${bestSlotsShown} best free slots for one of the caller’s reviews, closest to its due date first, optionally only those that begin at a given time`,
    query: z.object({ review: reviewId, startsAt: z.iso.datetime().optional() }),
    reply: z.array(Suggestion),
    refuses: [reviewRefusals.unknown, ...Object.values(studentRefusals)],
  }),
)

export const bookPlan = defineEndpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'PUT',
  path: '/book-plan',
  summary:
    'Books several slots, each as `book-slot` does. Lines that fail are returned with the reason; the others are booked',
  body: z.object({ value: z.array(BookingInput).min(1).max(planLinesMax) }),
  reply: z.object({
    booked: z.array(Review),
    refused: z.array(z.object({ reviewId: z.string(), message: z.string() })),
  }),
})
