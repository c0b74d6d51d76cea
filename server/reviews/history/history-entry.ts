import type { AbsentRole, HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { DecisionKind } from '#contract/reviews/decision.ts'

/** The slot of a review, as its history keeps it. */
export type BookedSlot = { slotId: string; startsAt: number; reviewerId: string }

/** What became of a review's plans, from which slot and to which. */
export type HistoryEntry = {
  reviewId: string
  what: HistoryKind
  from?: BookedSlot | undefined
  to?: BookedSlot | undefined
  /** Who did it; without it whoever makes the call. */
  by?: string | null
  who?: AbsentRole
  /** How it goes on, where that is decided. */
  way?: DecisionKind
  reason?: string
  /** Until which date (YYYY-MM-DD) the reviewer is away whose slot is lost by that. */
  awayUntil?: string | undefined
  /** The line that is taken back. */
  undoesId?: string
  /** When the slot `from` ended, if it went too. */
  goneEndsAt?: number | undefined
}
