import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { bookingHorizonDaysDefault } from '../../limits/limits.ts'
import { abilities, mapRoles } from '../../roles.ts'
import { slotRefusals } from '../../slots/refusals.ts'
import { ReviewChangeReply, reviewId, reviewRefusals } from '../reviews.ts'

export const slotBookedMessage = 'book slot successfully.'

/** The refusal of slots outside the days that can be booked. */
export const makeOutsideHorizonRefusal = (days: number) =>
  defineRefusal(
    400,
    `A slot can be booked for today and the ${days === 3 ? 'two' : days - 1} days after`,
  )

/** Nothing is planned, booked or reminded of for a student who does not take part. */
export const studentRefusals = {
  blocked: defineRefusal(409, 'This student is blocked'),
  paused: defineRefusal(409, 'This student’s course is paused'),
  finished: defineRefusal(409, 'This student has finished the course'),
}

export const bookingRefusals = {
  taken: slotRefusals.taken,
  unknownSlot: slotRefusals.unknown,
  outsideHorizon: makeOutsideHorizonRefusal(bookingHorizonDaysDefault),
  notToSchedule: defineRefusal(409, 'This review is already scheduled or over'),
  tooSoon: defineRefusal(409, 'The reviewer needs more notice than this slot leaves'),
  tooClose: defineRefusal(409, 'This slot is too close to another review of the reviewer'),
  dayFull: defineRefusal(409, 'The reviewer is fully booked on that day'),
  holiday: defineRefusal(409, 'This day is a school holiday'),
  busy: defineRefusal(409, 'The reviewer is busy at this time'),
  ...studentRefusals,
}

export const BookingInput = z.object({
  reviewId,
  reviewer: z.string().max(100),
  slot: z.string().max(100),
})
export type BookingInput = z.input<typeof BookingInput>

export const bookSlot = mapRoles(abilities['book slots'], (role) =>
  defineEndpoint({
    role,
    may: 'book slots',
    method: 'PUT',
    path: '/book-slot',
    summary:
      'Books a reviewer’s slot for a review. The reviewer may be of any domain; `reviewer-list` returns theirs. Of several simultaneous requests, one succeeds',
    body: z.object({ value: BookingInput }),
    reply: ReviewChangeReply,
    refuses: [...Object.values(bookingRefusals), reviewRefusals.unknown],
  }),
)
