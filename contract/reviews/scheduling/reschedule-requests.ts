import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { Reason } from '../../kit/text/reason.ts'
import { requestedSlotsMax, rescheduleRequestsMax } from '../../limits/reviews.ts'
import { ReviewChangeReply, reviewId, reviewRefusals } from '../reviews.ts'
import { moveRefusals } from './rescheduling.ts'

export const requestSentMessage = 'Reschedule request sent to your advisor'
export const requestWithdrawnMessage = 'Reschedule request withdrawn'
export const requestDeclinedMessage = 'Reschedule request declined'

export const rescheduleRequestRefusals = {
  slotGone: defineRefusal(409, 'One of these slots is no longer free'),
  tooOften: defineRefusal(
    409,
    `You have sent ${rescheduleRequestsMax} reschedule requests for this review. Please talk to your advisor.`,
  ),
  noRequest: defineRefusal(409, 'This review has no reschedule request'),
}

/** A reschedule request, with proposed slots in order of preference. */
export const RescheduleRequestInput = z.object({
  reviewId,
  reason: Reason,
  slots: z
    .array(z.string().max(100))
    .max(requestedSlotsMax, `No more than ${requestedSlotsMax} slots`)
    .refine((slots) => new Set(slots).size === slots.length, 'Please choose each slot once'),
})
export type RescheduleRequestInput = z.input<typeof RescheduleRequestInput>

/** Why a reschedule request is declined. */
export const DeclineRequestInput = z.object({ reviewId, reason: Reason })
export type DeclineRequestInput = z.input<typeof DeclineRequestInput>

export const requestReschedule = defineEndpoint({
  role: 'student',
  may: 'ask for another time',
  method: 'PUT',
  path: '/ask-other-time',
  summary: `Requests a reschedule of a review that has not begun, up to ${rescheduleRequestsMax} times. The request stays open until the review is moved or cancelled, or the request is withdrawn`,
  body: z.object({ value: RescheduleRequestInput }),
  reply: ReviewChangeReply,
  refuses: [
    reviewRefusals.unknown,
    moveRefusals.begun,
    rescheduleRequestRefusals.slotGone,
    rescheduleRequestRefusals.tooOften,
  ],
})

export const withdrawRescheduleRequest = defineEndpoint({
  role: 'student',
  may: 'ask for another time',
  method: 'PUT',
  path: '/withdraw-wish',
  summary: 'Withdraws a reschedule request',
  body: z.object({ value: z.object({ reviewId }) }),
  reply: ReviewChangeReply,
  refuses: [reviewRefusals.unknown, rescheduleRequestRefusals.noRequest],
})

export const declineRescheduleRequest = defineEndpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'PUT',
  path: '/decline-wish',
  summary: 'Declines a student’s reschedule request, with a reason',
  body: z.object({ value: DeclineRequestInput }),
  reply: ReviewChangeReply,
  refuses: [reviewRefusals.unknown, rescheduleRequestRefusals.noRequest],
})
