import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** Who asks, for the bar: it needs no call of its own. */
const account = z.object({ _id: z.string(), name: z.string() })

export const countAdvisorsWaiting = endpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'GET',
  path: '/waiting',
  summary:
    "How many of the caller's open reviews of students who are not blocked wait for a slot, for a decision, are booked and have a wish, lost their slot, or have no marks two days after it: 100 at most; and who asks, for the bar",
  reply: z.object({
    toSchedule: z.number(),
    toDecide: z.number(),
    wished: z.number(),
    lost: z.number(),
    /** Their slot passed two days ago without marks. */
    unmarked: z.number(),
    account,
  }),
})

export const countReviewersWaiting = endpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/waiting',
  summary:
    "How many of the caller's reviews, of students who are not blocked, wait for the caller's marks: 100 at most; and who asks, for the bar",
  reply: z.object({ toMark: z.number(), account }),
})
