import { z } from 'zod'

export const Slot = z.object({
  _id: z.string(),
  /** YYYY-MM-DD in the organisation's zone; `slot_date` is the same. */
  date: z.string(),
  slot_date: z.string(),
  /** 9:30 AM, in the organisation's zone. */
  slot_time: z.string(),
  /** Also of one that was used up as somebody did not come. */
  isBooked: z.boolean(),
})
export type Slot = z.infer<typeof Slot>

/** A slot with its beginning as an ISO instant, and whose it is. */
export const SlotWithReviewer = Slot.extend({
  startsAt: z.string(),
  reviewer: z.object({ _id: z.string(), name: z.string() }),
})
export type SlotWithReviewer = z.infer<typeof SlotWithReviewer>
