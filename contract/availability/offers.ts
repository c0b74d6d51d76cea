import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { PlacedSlot } from '../kit/slot.ts'
import { offeredHours, offersMax } from '../limits/availability.ts'
import { Review } from '../reviews.ts'

/** A slot that came free, and a review that waits for one: nothing is reserved by it. */
export const Offer = z.object({ review: Review, slot: PlacedSlot })
export type Offer = z.infer<typeof Offer>

export const listOffers = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/offers',
  summary: `The slots that came free in the last ${offeredHours} hours and can be booked, each for one of the caller's reviews of that domain that wait, ${offersMax} at most, the one due first before all others`,
  reply: z.array(Offer),
})
