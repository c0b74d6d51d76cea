import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { asksMax, wishedSlotsMax } from '../limits/reviews.ts'
import { ReviewReply, reviewId, reviewRefusals } from '../reviews.ts'
import { Reason } from './cancellation.ts'
import { moveRefusals } from './moves.ts'

export const otherTimeAsked = 'Your advisor knows that you ask for another time'
export const wishWithdrawn = 'You ask for another time no more'

export const wishDeclined = 'Your student knows that the time stays'

export const wishRefusals = {
  slotGone: refusal(409, 'One of these slots is not free any more'),
  tooOften: refusal(
    409,
    `You have asked ${asksMax} times for another time of this review. Please talk to your advisor.`,
  ),
  noWish: refusal(409, 'No other time is asked for'),
}

/** Another time for a review, and the slots that would suit, the best one first. */
export const Asking = z.object({
  reviewId,
  reason: Reason,
  slots: z
    .array(z.string().max(100))
    .max(wishedSlotsMax, `No more than ${wishedSlotsMax} slots`)
    .refine((slots) => new Set(slots).size === slots.length, 'Please choose each slot once'),
})
export type Asking = z.input<typeof Asking>

/** Why a student's review keeps its time. */
export const Declining = z.object({ reviewId, reason: Reason })
export type Declining = z.input<typeof Declining>

export const askOtherTime = endpoint({
  role: 'student',
  may: 'ask for another time',
  method: 'PUT',
  path: '/ask-other-time',
  summary: `Asks for another time of a review that has not begun, ${asksMax} times at most; the wish stands until it is moved, cancelled or withdrawn`,
  body: z.object({ value: Asking }),
  reply: ReviewReply,
  refuses: [
    reviewRefusals.unknown,
    moveRefusals.begun,
    wishRefusals.slotGone,
    wishRefusals.tooOften,
  ],
})

export const withdrawWish = endpoint({
  role: 'student',
  may: 'ask for another time',
  method: 'PUT',
  path: '/withdraw-wish',
  summary: 'Takes the wish for another time back',
  body: z.object({ value: z.object({ reviewId }) }),
  reply: ReviewReply,
  refuses: [reviewRefusals.unknown, wishRefusals.noWish],
})

export const declineWish = endpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'PUT',
  path: '/decline-wish',
  summary: 'Ends the wish of a student for another time, with the reason why it stays',
  body: z.object({ value: Declining }),
  reply: ReviewReply,
  refuses: [reviewRefusals.unknown, wishRefusals.noWish],
})
