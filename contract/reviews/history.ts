import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import {
  type HistoryKind,
  historyKinds,
  type NoShowRole,
  noShowRoles,
} from '../kit/kinds/history-kind.ts'
import { SlotWithReviewer } from '../kit/slot.ts'
import { abilities, mapRoles } from '../roles.ts'
import { decisionKinds } from './decision.ts'
import { reviewId, reviewRefusals } from './reviews.ts'
import { formatLostSlot } from './scheduling/format-lost-slot.ts'

/** An event in a review's scheduling history. */
export const HistoryLine = z.object({
  /** An ISO instant. */
  at: z.string(),
  what: z.enum(historyKinds),
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The slot before and after. */
  from: SlotWithReviewer.nullable(),
  to: SlotWithReviewer.nullable(),
  /** Also null for readers who may not see it. */
  reason: z.string().nullable(),
  /** Who did not come. */
  who: z.enum(noShowRoles).nullable(),
  /**
   * For a reschedule request: the proposed slots, preferred one first, which may be gone since.
   * Empty for other lines and for reviewers.
   */
  wished: z.array(SlotWithReviewer),
  /**
   * For the decision in force: its kind and the week that begins. Null for other lines and for
   * undone decisions.
   */
  decided: z.object({ way: z.enum(decisionKinds), week: z.number() }).nullable(),
})
export type HistoryLine = z.infer<typeof HistoryLine>

export const getHistory = mapRoles(abilities['read histories'], (role) =>
  defineEndpoint({
    role,
    may: 'read histories',
    method: 'GET',
    path: '/review-history',
    summary:
      'Lists a review’s scheduling history, oldest first. Very long histories are cut to the latest part. Reviewers see the part in which the review was theirs',
    query: z.object({ id: reviewId }),
    reply: z.array(HistoryLine),
    refuses: [reviewRefusals.unknown],
  }),
)

/** The event that left a review without a slot, with names. */
export type SlotLossLine = {
  what: HistoryKind
  who: NoShowRole | null
  /** The person who did it, 'you' for the reader; null if unknown. */
  by: string | null
  /** Also null for readers who may not see it. */
  reason: string | null
  /** The lost slot's start (ms since 1970) and reviewer. */
  startsAt: number
  reviewer: string
  student: string
}

/** Says why a review waits for another slot; null for events that leave its slot alone. */
export function formatSlotLossReason(line: SlotLossLine, timeZone: string): string | null {
  const { what, who, by, reason, startsAt, reviewer, student } = line
  const why = reason ? `: “${reason}”` : ''
  switch (what) {
    case 'cancelled':
      return `Cancelled${by ? ` by ${by}` : ''}${why}`
    case 'no-show':
      return `${who === 'student' ? student : reviewer} did not come`
    case 'lost': {
      const slot = formatLostSlot(startsAt, reviewer, timeZone)
      return `${slot}${by ? ` by ${by}` : ''}${why}`
    }
    case 'decided':
      return 'Its slot was lost when a decision was undone'
    default:
      return null
  }
}
