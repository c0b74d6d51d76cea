import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'

/** The caller, for the top bar, which needs no call of its own then. */
const account = z.object({ _id: z.string(), name: z.string() })

export const countWaitingForAdvisor = defineEndpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'GET',
  path: '/waiting',
  summary:
    'Counts the caller’s open reviews that need a slot or a decision, have a reschedule request, lost their slot, or have no marks two days after it, up to 100 each. Also returns the caller’s id and name',
  reply: z.object({
    toSchedule: z.number(),
    toDecide: z.number(),
    wished: z.number(),
    lost: z.number(),
    /** Without marks two days after their slot. */
    unmarked: z.number(),
    account,
  }),
})

export const countWaitingForReviewer = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/waiting',
  summary:
    'Counts the caller’s reviews whose marks are owed, up to 100. Also returns the caller’s id and name',
  reply: z.object({ toMark: z.number(), account }),
})
