import { z } from 'zod'
import { feedbackRefusals, NewFeedback } from '../feedback.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import {
  isNotBlank,
  numberOrDigits,
  tooLongMessage,
  tooManyLinesMessage,
} from '../kit/text/text-schemas.ts'
import { lineMaxLength, linesMax } from '../limits/limits.ts'
import { markMax, markMin } from '../limits/reviews.ts'
import { abilities, mapRoles } from '../roles.ts'
import { assessmentRefusals, GivenPoints } from '../rubrics/assessment.ts'
import {
  Mark,
  ReviewChangeReply,
  reviewId,
  reviewRefusals,
  WeekStatus,
  WeekTaskStates,
} from './reviews.ts'

export const markUpdatedMessage = 'mark updated successfully.'
export const pendingTaskUpdatedMessage = 'pending task updated.'
export const taskStatusUpdatedMessage = 'task status updated successfully.'

const wrongMark = `Please enter a number from ${markMin} to ${markMax}`
const MarkNumber = numberOrDigits(wrongMark).pipe(
  z.number(wrongMark).min(markMin, wrongMark).max(markMax, wrongMark),
)

/** A mark as entered by the reviewer. */
export const MarkInput = z.object({ code: MarkNumber, theory: MarkNumber, weekStatus: WeekStatus })
export type MarkInput = z.input<typeof MarkInput>

export const pendingLineRequiredMessage = 'This field is required'
const PendingLine = z
  .string({ error: pendingLineRequiredMessage })
  .trim()
  .min(1, pendingLineRequiredMessage)
  .max(lineMaxLength)
/** The pending tasks as a form validates them: no blank lines. */
export const PendingList = z.array(PendingLine).max(linesMax)

/**
 * The pending tasks as clients send them. Blank lines are dropped, because some clients send one at
 * the end. Only blank lines are refused, and an empty list clears the tasks.
 */
const PendingTopic = z
  .array(z.string({ error: pendingLineRequiredMessage }).trim().max(lineMaxLength, tooLongMessage))
  // Blank lines do not count, but their number is limited, too.
  .max(linesMax * 2, tooManyLinesMessage)
  .refine((lines) => lines.length === 0 || lines.some(isNotBlank), pendingLineRequiredMessage)
  .transform((lines) => lines.filter(isNotBlank))
  .refine((lines) => lines.length <= linesMax, tooManyLinesMessage)

export const updateTaskStatus = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'PUT',
    path: '/update-review-details',
    summary: 'Updates seminar, progress and typing of a review. Other fields are ignored',
    body: z.object({ id: reviewId, value: WeekTaskStates.partial() }),
    reply: ReviewChangeReply,
    refuses: [reviewRefusals.unknown],
  }),
)

export const markRefusals = {
  changed: defineRefusal(
    409,
    'The marks were changed in the meantime, so nothing was saved. Please check them and save again.',
  ),
  feedbackChanged: defineRefusal(
    409,
    'The feedback or the points were changed in the meantime, so nothing was saved. Please check them and save again.',
  ),
}

type Seen = { seen?: unknown; seenVersion?: unknown }
const isAnyGiven = ({ seen, seenVersion, ...value }: Seen = {}) =>
  Object.values(value).some((given) => given !== undefined)

export const updateMark = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'PUT',
  path: '/update-review-details',
  summary:
    'Saves the mark, which makes the review conducted, feedback to the student, a note for staff, or the list of pending tasks. `rubric` has the points of criteria and replaces those given before; where all of a part are given, its mark is their sum. A `mark` with `seen`, the mark it replaces (null if none), is refused if another was saved in the meantime, as is anything with `seenVersion`, the `version` of the feedback and points that it replaces',
  body: z
    .object({
      id: reviewId,
      value: NewFeedback.extend({
        mark: MarkInput.optional(),
        seen: Mark.nullable().optional(),
        seenVersion: z.string().max(lineMaxLength, tooLongMessage).optional(),
        rubric: GivenPoints.optional(),
      }).optional(),
      pendingTopic: PendingTopic.optional(),
    })
    .refine(({ value, pendingTopic }) => pendingTopic !== undefined || isAnyGiven(value), {
      error: reviewRefusals.noMark.message,
    }),
  reply: ReviewChangeReply.extend({
    /** That of the feedback and the points now. */
    version: z.string(),
  }),
  refuses: [
    ...[reviewRefusals.unknown, reviewRefusals.noMark, feedbackRefusals.notMarked],
    ...Object.values(markRefusals),
    ...Object.values(assessmentRefusals),
  ],
})
