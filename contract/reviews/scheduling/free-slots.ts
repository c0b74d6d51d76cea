import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../../kit/endpoint.ts'
import { SlotWithReviewer } from '../../kit/slot.ts'
import { abilities, mapRoles } from '../../roles.ts'
import { reviewId, reviewRefusals } from '../reviews.ts'
import { studentRefusals } from './booking.ts'

export const listFreeSlots = mapRoles(abilities['look for slots'], (role) =>
  defineListEndpoint({
    role,
    may: 'look for slots',
    path: '/free-slots',
    summary:
      'Lists the slots of the student’s domain that can be booked for a review, earliest first',
    query: { review: reviewId },
    item: SlotWithReviewer,
    refuses: [reviewRefusals.unknown, ...Object.values(studentRefusals)],
  }),
)

export const countReviewsWithoutSlot = defineEndpoint({
  role: 'student',
  may: 'look for slots',
  method: 'GET',
  path: '/waiting-in-line',
  summary:
    'Counts up to 100 other students in the caller’s domain who need a slot, and returns when the review that is due first was opened',
  reply: z.object({
    waiting: z.number(),
    /** When the one that is due first was opened, as an ISO instant; null if none waits. */
    since: z.string().nullable(),
  }),
})
