import { z } from 'zod'
import { accountRefusals } from '../accounts/accounts.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { rebookingPolicies } from '../kit/rebooking-policy.ts'
import { Review } from '../reviews/reviews.ts'
import { AffectedBooking } from './affected-bookings.ts'

export const bookingSettingsSavedMessage = 'Settings saved.'

export const BookingSettings = z.object({
  /** Whether a review that loses its slot is moved automatically within the same day. */
  moveByItself: z.enum(rebookingPolicies),
})
export type BookingSettings = z.infer<typeof BookingSettings>

export const defaultBookingSettings: BookingSettings = { moveByItself: 'ask' }

export const getBookingSettings = defineEndpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'GET',
  path: '/booking-settings',
  summary: 'Returns whether reviews that lose their slot are moved automatically',
  reply: BookingSettings,
})

export const saveBookingSettings = defineEndpoint({
  role: 'advisor',
  may: 'book slots',
  method: 'PUT',
  path: '/booking-settings',
  summary: 'Sets whether reviews that lose their slot are moved automatically',
  body: z.object({ value: BookingSettings }),
  reply: z.object({ message: z.string() }),
})

export const listBookingsAffectedByReviewerBlock = defineEndpoint({
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
