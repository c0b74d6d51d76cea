import { z } from 'zod'
import { accountRefusals } from '../accounts/accounts.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rebookingOptions } from '../kit/rebooking.ts'
import { Review } from '../reviews/reviews.ts'
import { AffectedBooking } from './affected-bookings.ts'

export const bookingSettingsSavedMessage = 'Settings saved.'

export const BookingSettings = z.object({
  /** Whether a review that loses its slot is moved automatically within the same day. */
  moveByItself: z.enum(rebookingOptions),
})
export type BookingSettings = z.infer<typeof BookingSettings>

export const defaultBookingSettings: BookingSettings = { moveByItself: 'ask' }

export const getBookingSettings = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/booking-settings',
  summary: 'Returns whether reviews that lose their slot are moved automatically',
  reply: BookingSettings,
})

export const saveBookingSettings = endpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'PUT',
  path: '/booking-settings',
  summary: 'Sets whether reviews that lose their slot are moved automatically',
  body: z.object({ value: BookingSettings }),
  reply: z.object({ message: z.string() }),
})

export const listBookingsAffectedByReviewerBlock = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/touched-by-block',
  summary:
    'Lists the booked reviews that would lose their slot if a reviewer were blocked, with a suggested slot for each, and past reviews without marks',
  query: z.object({ id: z.string().max(100) }),
  reply: z.object({ touches: z.array(AffectedBooking), unmarked: z.array(Review) }),
  refuses: [accountRefusals.unknownUser],
})
