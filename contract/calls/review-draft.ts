import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { lineMaxLength, linesMax } from '../limits/limits.ts'
import { reviewRefusals } from '../reviews/reviews.ts'
import { DraftPoints } from '../rubrics/assessment.ts'
import { RoomIdInput } from './calls.ts'

const typed = z.string().max(lineMaxLength)

/** A reviewer's unsubmitted input during the call. */
export const ReviewDraft = z.object({
  mark: z
    .object({
      code: typed,
      theory: typed,
      weekStatus: typed,
      rubric: DraftPoints.optional(),
    })
    .nullable(),
  /** Carried-over and new lines. `done` means ticked off. */
  pendingTask: z
    .array(z.object({ text: typed, done: z.boolean() }))
    .max(linesMax * 2)
    .nullable(),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

export const saveDraft = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'PUT',
  path: '/review-draft',
  summary: 'Saves the reviewer’s draft of the mark and the pending tasks',
  body: RoomIdInput.extend({ draft: ReviewDraft }),
  reply: z.object({ savedAt: z.string() }),
  refuses: [reviewRefusals.unknown],
})

export const getDraft = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/review-draft',
  summary: 'Returns the reviewer’s unsubmitted draft; its fields are null if there is none',
  query: RoomIdInput,
  reply: z.object({ draft: ReviewDraft, savedAt: z.string().nullable() }),
  refuses: [reviewRefusals.unknown],
})
