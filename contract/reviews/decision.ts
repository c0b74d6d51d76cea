import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { abilities, mapRoles } from '../roles.ts'
import { Review, ReviewChangeReply, reviewId, reviewRefusals } from './reviews.ts'
import { studentRefusals } from './scheduling/booking.ts'

export const decisionUndoneMessage = 'Decision undone'
export const decisionUndoneWithoutSlotMessage =
  'Decision undone. The slot is no longer free, so book another one.'
export const repeatWeekQuestion = 'Are you sure you want to repeat this week?'
export const nextWeekQuestion = 'Are you sure you want to proceed to the next week?'

export const decisionKinds = ['week-repeat', 'next-week'] as const
export type DecisionKind = (typeof decisionKinds)[number]

export const createReview = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'PUT',
    path: '/create-review',
    summary:
      'Closes a review and opens the student’s next one: the same week again, or the next week',
    body: z.object({ id: reviewId, value: z.object({ status: z.enum(decisionKinds) }) }),
    reply: ReviewChangeReply,
    refuses: [
      ...[reviewRefusals.unknown, reviewRefusals.closed, reviewRefusals.lastWeek],
      studentRefusals.finished,
    ],
  }),
)

export const undoDecision = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'PUT',
    path: '/undo-decision',
    summary:
      'Undoes a decision: reopens the review and removes the next one, unless something has happened to it',
    body: z.object({ value: z.object({ reviewId }) }),
    reply: ReviewChangeReply,
    refuses: [reviewRefusals.unknown, reviewRefusals.notFollowed, reviewRefusals.undoOver],
  }),
)

/** What was decided for a review. */
export const Decision = z.object({
  next: Review,
  /** ISO instants. `undoUntil` is null if the decision can no longer be undone. */
  decidedAt: z.string(),
  undoUntil: z.string().nullable(),
})
export type Decision = z.infer<typeof Decision>

export const getDecision = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'GET',
    path: '/decision',
    summary: 'Returns what was decided for one of the caller’s reviews; null while it is open',
    query: z.object({ id: reviewId }),
    reply: z.object({ decision: Decision.nullable() }),
    refuses: [reviewRefusals.unknown],
  }),
)
