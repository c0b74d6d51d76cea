import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import {
  type AbsentRole,
  absentRoles,
  type HistoryKind,
  historyKinds,
} from '../kit/kinds/history-kind.ts'
import { SlotWithReviewer } from '../kit/slot.ts'
import { reviewId, reviewRefusals } from '../reviews.ts'
import { abilities, forRoles } from '../roles.ts'
import { decisionKinds } from './decision.ts'
import { formatLostSlot } from './scheduling/lost-slot.ts'

/** What became of a review's plans at an instant. */
export const HistoryLine = z.object({
  /** An ISO instant. */
  at: z.string(),
  what: z.enum(historyKinds),
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The slot that the review had until then, and the one that it has since. */
  from: SlotWithReviewer.nullable(),
  to: SlotWithReviewer.nullable(),
  /** Null also for those who may not read it. */
  reason: z.string().nullable(),
  /** Who did not come. */
  who: z.enum(absentRoles).nullable(),
  /**
   * Of the last wish the slots that would have suited and are still there, the best one first; empty
   * for all other lines, and for a reviewer.
   */
  wished: z.array(SlotWithReviewer),
  /**
   * Of the decision that stands, whether the week is repeated, and which one begins; null for all
   * other lines, and for a decision that was taken back.
   */
  decided: z.object({ way: z.enum(decisionKinds), week: z.number() }).nullable(),
})
export type HistoryLine = z.infer<typeof HistoryLine>

export const getHistory = forRoles(abilities['read histories'], (role) =>
  endpoint({
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

/** The line that left a review without a slot, and what it speaks of by name. */
export type SlotLossLine = {
  what: HistoryKind
  who: AbsentRole | null
  /** Whoever did it, 'you' for the reader; null where that is not known. */
  by: string | null
  /** Null also for who may not read it. */
  reason: string | null
  /** Of the slot that was given up: when it begins (ms since 1970) and whose it is. */
  startsAt: number
  reviewer: string
  student: string
}

/** Why a review waits for another slot, in words; null after what leaves none without one. */
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
