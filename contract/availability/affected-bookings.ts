import { z } from 'zod'
import { SlotWithReviewer } from '../kit/slot.ts'
import { Review } from '../reviews/reviews.ts'

/**
 * A booked review that would lose its slot, in its state before the change, with the best
 * alternative slot.
 */
export const AffectedBooking = z.object({
  review: Review,
  /** Unique among the affected reviews; null if no slot is left. */
  suggestion: SlotWithReviewer.nullable(),
  /** Whether it is moved to the suggestion automatically, as its advisor has chosen. */
  isMoved: z.boolean(),
})
export type AffectedBooking = z.infer<typeof AffectedBooking>

/** The effect of a change that removes slots. It is applied only with confirmation. */
export const SlotRemovalEffects = z.object({
  message: z.string(),
  isDone: z.boolean(),
  /** How many slots are removed. */
  removes: z.number(),
  touches: z.array(AffectedBooking),
})
export type SlotRemovalEffects = z.infer<typeof SlotRemovalEffects>

export const pleaseConfirmMessage = 'Nothing has changed yet. Please confirm.'
