import { z } from 'zod'
import { listEndpoint } from '../kit/endpoint.ts'
import { Slot } from '../kit/slot.ts'

export const ListedReviewer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  domain: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** How many slots can be booked today, tomorrow and the day after. */
  freeSlots: z.number(),
  /** When the first of them begins, also as an ISO instant, by which they can be put in order. */
  firstFree: Slot.pick({ date: true, slot_time: true }).extend({ startsAt: z.string() }).nullable(),
})
export type ListedReviewer = z.infer<typeof ListedReviewer>

export const listReviewers = listEndpoint({
  role: 'advisor',
  may: 'book slots',
  path: '/reviewer-list',
  summary: 'Lists the reviewers who can be booked, by name',
  item: ListedReviewer,
})
