import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const countAdvisorsWaiting = endpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'GET',
  path: '/waiting',
  summary:
    "How many of the caller's open reviews wait for a slot, for a decision, are booked and have a wish, lost their slot, or have no marks two days after it: 100 at most",
  reply: z.object({
    toSchedule: z.number(),
    toDecide: z.number(),
    wished: z.number(),
    lost: z.number(),
    /** Their slot passed two days ago without marks. */
    unmarked: z.number(),
  }),
})

export const countReviewersWaiting = endpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/waiting',
  summary: "How many of the caller's reviews began an hour ago and have no marks: 100 at most",
  reply: z.object({ toMark: z.number() }),
})
