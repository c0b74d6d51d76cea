import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { absents, historyWhats } from '../kit/history-what.ts'
import { PlacedSlot } from '../kit/slot.ts'
import { reviewId, reviewRefusals } from '../reviews.ts'
import { abilities, forRoles } from '../roles.ts'

/** What became of a review's plans at an instant. */
export const HistoryLine = z.object({
  /** An ISO instant. */
  at: z.string(),
  what: z.enum(historyWhats),
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The slot that the review had until then, and the one that it has since. */
  from: PlacedSlot.nullable(),
  to: PlacedSlot.nullable(),
  /** Null also for those who may not read it. */
  reason: z.string().nullable(),
  /** Who did not come. */
  who: z.enum(absents).nullable(),
})
export type HistoryLine = z.infer<typeof HistoryLine>

export const getHistory = forRoles(abilities['read histories'], (role) =>
  endpoint({
    role,
    may: 'read histories',
    method: 'GET',
    path: '/review-history',
    summary:
      "What became of a review's plans, oldest first; of a very long history the latest part",
    query: z.object({ id: reviewId }),
    reply: z.array(HistoryLine),
    refuses: [reviewRefusals.unknown],
  }),
)
