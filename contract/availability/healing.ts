import { z } from 'zod'
import { accountRefusals } from '../accounts.ts'
import { endpoint } from '../kit/endpoint.ts'
import { moveByItselfWays } from '../kit/move-by-itself.ts'
import { PlacedSlot } from '../kit/slot.ts'
import { offeredHours, offersMax } from '../limits/availability.ts'
import { Review } from '../reviews.ts'
import { Touch } from './removal.ts'

export const settingsSaved = 'Your settings are saved.'

/** What an advisor has set of bookings. */
export const BookingSettings = z.object({
  /** Whether a review that loses its slot is moved by itself within the same day. */
  moveByItself: z.enum(moveByItselfWays),
})
export type BookingSettings = z.infer<typeof BookingSettings>

export const usualBookingSettings: BookingSettings = { moveByItself: 'ask' }

export const getBookingSettings = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/booking-settings',
  summary: 'Whether reviews that lose their slot are moved by themselves',
  reply: BookingSettings,
})

export const saveBookingSettings = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'PUT',
  path: '/booking-settings',
  summary: 'Sets whether reviews that lose their slot are moved by themselves',
  body: z.object({ value: BookingSettings }),
  reply: z.object({ message: z.string() }),
})

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

export const tellTouchedByBlock = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/touched-by-block',
  summary: 'Which booked reviews lose their slot when a reviewer is blocked, and where they may go',
  query: z.object({ id: z.string().max(100) }),
  reply: z.object({ touches: z.array(Touch) }),
  refuses: [accountRefusals.unknownUser],
})
