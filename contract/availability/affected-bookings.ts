import { z } from 'zod'
import { SlotWithReviewer } from '../kit/slot.ts'
import { Review } from '../reviews.ts'

/** A booked review that loses its slot, as it stood before, and the best other slot for it. */
export const AffectedBooking = z.object({
  review: Review,
  /** No two reviews are given the same; null where none is left. */
  suggestion: SlotWithReviewer.nullable(),
  /** Whether it is, or would be, moved there by itself, as its advisor has set. */
  isMoved: z.boolean(),
})
export type AffectedBooking = z.infer<typeof AffectedBooking>

/** What a change of slots comes to, or would: it is done once it is confirmed. */
export const SlotRemovalResult = z.object({
  message: z.string(),
  isDone: z.boolean(),
  /** How many slots go. */
  removes: z.number(),
  touches: z.array(AffectedBooking),
})
export type SlotRemovalResult = z.infer<typeof SlotRemovalResult>

export const notSavedYetMessage = 'Nothing has changed yet. Please confirm.'
