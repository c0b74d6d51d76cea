import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { SlotWithReviewer } from '../kit/slot.ts'
import { freedSlotOfferHours, freedSlotOffersMax } from '../limits/availability.ts'
import { Review } from '../reviews/reviews.ts'

/** A slot that became free and a review that waits for one. The slot is not reserved. */
export const FreedSlotOffer = z.object({ review: Review, slot: SlotWithReviewer })
export type FreedSlotOffer = z.infer<typeof FreedSlotOffer>

export const listFreedSlotOffers = defineEndpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/offers',
  summary: `Lists up to ${freedSlotOffersMax} slots that became free in the last ${freedSlotOfferHours} hours, each matched to one of the caller’s unscheduled reviews in that domain, earliest due first`,
  reply: z.array(FreedSlotOffer),
})
