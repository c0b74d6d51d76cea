import { z } from 'zod'
import { defineListEndpoint } from '../kit/endpoint.ts'
import { Slot } from '../kit/slot.ts'

export const ListedReviewer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  domain: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** Slots that can be booked within the next three days. */
  freeSlots: z.number(),
  /** When the first of them begins, also as an ISO instant to sort by. */
  firstFree: Slot.pick({ date: true, slot_time: true }).extend({ startsAt: z.string() }).nullable(),
})
export type ListedReviewer = z.infer<typeof ListedReviewer>

export const listReviewers = defineListEndpoint({
  role: 'advisor',
  may: 'book slots',
  path: '/reviewer-list',
  summary: 'Lists the reviewers who can be booked, by name',
  item: ListedReviewer,
})
