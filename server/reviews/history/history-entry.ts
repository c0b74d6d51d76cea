import type { HistoryKind, NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { DecisionKind } from '#contract/reviews/decision.ts'

/** A slot as the history stores it, so that it can still be shown after it was deleted. */
export type BookedSlot = { slotId: string; startsAt: number; reviewerId: string }

/** One change to a review, with the slots before and after. */
export type HistoryEntry = {
  reviewId: string
  what: HistoryKind
  from?: BookedSlot | undefined
  to?: BookedSlot | undefined
  /** Who did it; the caller if omitted. */
  by?: string | null
  who?: NoShowRole
  /** How the student continues, if the change is a decision. */
  way?: DecisionKind
  reason?: string
  /** The last date of the absence (YYYY-MM-DD), if the slot was lost to one. */
  awayUntil?: string | undefined
  undoesId?: string
  /** Whether the marks came with feedback. */
  hasFeedback?: boolean
  /** Whether the marks replace others. */
  isCorrection?: boolean
  /** When `from` ended, if the slot was removed as well. */
  goneEndsAt?: number | undefined
  /** The slots that the student requests, best first. */
  requestedSlots?: BookedSlot[]
}
