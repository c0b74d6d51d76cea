import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { PlacedSlot } from '../kit/slot.ts'
import { offeredHours, offersMax } from '../limits/availability.ts'
import { Review } from '../reviews.ts'

/** A slot that came free, and a review that waits for one: nothing is reserved by it. */
export const FreedSlotOffer = z.object({ review: Review, slot: PlacedSlot })
export type FreedSlotOffer = z.infer<typeof FreedSlotOffer>

export const listFreedSlotOffers = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/offers',
  summary: `Lists up to ${offersMax} slots that became free in the last ${offeredHours} hours, each matched to one of the caller’s unscheduled reviews in that domain, earliest due first`,
  reply: z.array(FreedSlotOffer),
})
