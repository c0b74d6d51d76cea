import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { undoMinutes } from '../../limits/reviews.ts'
import { abilities, mapRoles } from '../../roles.ts'
import { ReviewChangeReply, reviewId, reviewRefusals } from '../reviews.ts'
import { BookingInput, bookingRefusals, studentRefusals } from './booking.ts'

export const reviewMovedMessage = 'Review moved'
export const changeUndoneMessage = 'Change undone'

export const moveRefusals = {
  notBooked: defineRefusal(409, 'This review has no slot'),
  begun: defineRefusal(409, 'This review has begun or is over'),
  noUndo: defineRefusal(
    409,
    `This can no longer be undone: ${undoMinutes} minutes have passed, or the review has changed since`,
  ),
  slotGone: defineRefusal(409, 'This cannot be undone: the slot is no longer free'),
  slotBegun: defineRefusal(409, 'This cannot be undone: the slot has begun'),
  slotClose: defineRefusal(
    409,
    'This cannot be undone: a slot booked since is too close to this one',
  ),
  dayFilled: defineRefusal(
    409,
    'This cannot be undone: the reviewer is now fully booked on that day',
  ),
  wantsChanged: defineRefusal(
    409,
    'This cannot be undone: the reviewer has changed their booking limits',
  ),
}

const { notToSchedule: _, ...ofSlots } = bookingRefusals

export const moveReview = mapRoles(abilities['book slots'], (role) =>
  defineEndpoint({
    role,
    may: 'book slots',
    method: 'PUT',
    path: '/move-review',
    summary:
      'Moves a booked review to another slot, of any reviewer, and frees the old one in the same transaction',
    body: z.object({ value: BookingInput }),
    reply: ReviewChangeReply,
    refuses: [
      ...Object.values(ofSlots),
      ...[reviewRefusals.unknown, moveRefusals.notBooked, moveRefusals.begun],
    ],
  }),
)

export const undoChange = mapRoles(abilities['cancel bookings'], (role) =>
  defineEndpoint({
    role,
    may: 'cancel bookings',
    method: 'PUT',
    path: '/undo-change',
    summary:
      'Undoes the caller’s last move or cancellation of a review, if the slot is still free and nothing has happened since',
    body: z.object({ value: z.object({ reviewId }) }),
    reply: ReviewChangeReply,
    refuses: [
      ...[reviewRefusals.unknown, moveRefusals.noUndo, moveRefusals.slotGone],
      ...[moveRefusals.slotBegun, moveRefusals.slotClose, moveRefusals.dayFilled],
      ...[moveRefusals.wantsChanged, ...Object.values(studentRefusals)],
    ],
  }),
)
