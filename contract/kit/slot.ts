import { z } from 'zod'

export const Slot = z.object({
  _id: z.string(),
  /** YYYY-MM-DD in the school's time zone. `slot_date` is the same. */
  date: z.string(),
  slot_date: z.string(),
  /** Such as '9:30 AM', in the school's time zone. */
  slot_time: z.string(),
  /** Also true if a no-show used the slot up. */
  isBooked: z.boolean(),
})
export type Slot = z.infer<typeof Slot>

/** A slot with its start as an ISO instant, and its reviewer. */
export const SlotWithReviewer = Slot.extend({
  startsAt: z.string(),
  reviewer: z.object({ _id: z.string(), name: z.string() }),
})
export type SlotWithReviewer = z.infer<typeof SlotWithReviewer>
