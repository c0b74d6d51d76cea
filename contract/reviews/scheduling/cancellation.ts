import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { Reason } from '../../kit/text/reason.ts'
import { abilities, mapRoles } from '../../roles.ts'
import { ReviewChangeReply, reviewId, reviewRefusals } from '../reviews.ts'
import { moveRefusals } from './rescheduling.ts'

export const bookingCancelledMessage = 'Booking cancelled'
/** The reason of a cancellation because the student was blocked. */
export const studentBlockedReason = 'The student was blocked'
/**
 * The same because the student's course was paused. The pause's own reason is not the reviewer's.
 */
export const studentPausedReason = 'The student’s course was paused'
/** The same because the student has finished. */
export const studentFinishedReason = 'The student has finished the course'

/** The reasons of a student who does not take part, as the student reads them. */
const ownReasons = new Map([
  [studentBlockedReason, 'Your account was blocked'],
  [studentPausedReason, 'Your course was paused'],
  [studentFinishedReason, 'Your course has ended'],
])

/** Whether a booking was cancelled because its student does not take part. */
export const isInactiveStudentReason = (reason: string | null) =>
  reason !== null && ownReasons.has(reason)

/** The reason of a cancellation, as the student of the review reads it. */
export const toReasonForStudent = (reason: string) => ownReasons.get(reason) ?? reason

/** The reason of a lost slot because the reviewer was blocked. Advisors may see it. */
export const reviewerBlockedReason = 'The reviewer was blocked'

export const slotRemovedTooMessage = 'Booking cancelled, and the slot removed'

export const Cancellation = z.object({
  reviewId,
  reason: Reason,
  /** Whether to remove the slot as well, as `remove-slots` does. Only for its reviewer. */
  removeSlot: z.boolean().default(false),
})
export type Cancellation = z.input<typeof Cancellation>

export const cancellationRefusals = {
  notYours: defineRefusal(400, 'Only its reviewer can remove a slot'),
}

export const cancelBooking = mapRoles(abilities['cancel bookings'], (role) =>
  defineEndpoint({
    role,
    may: 'cancel bookings',
    method: 'PUT',
    path: '/cancel-booking',
    summary:
      'Cancels the booking of a review that has not begun. The slot becomes free, or is removed if its reviewer asks for it',
    body: z.object({ value: Cancellation }),
    reply: ReviewChangeReply,
    refuses: [
      ...[reviewRefusals.unknown, moveRefusals.notBooked, moveRefusals.begun],
      cancellationRefusals.notYours,
    ],
  }),
)
