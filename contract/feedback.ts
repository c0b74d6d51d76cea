import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { defineRefusal } from './kit/refusal.ts'
import { optionalText, requiredText } from './kit/text/text-schemas.ts'
import {
  feedbackMaxLength,
  feedbackReplyMaxLength,
  phraseMaxLength,
  phrasesMax,
} from './limits/reviews.ts'
import { reviewId, reviewRefusals } from './reviews/reviews.ts'
import { AssessedCriterion } from './rubrics/assessment.ts'

export const feedbackReplySentMessage = 'Your reply was sent.'
export const phrasesSavedMessage = 'Your phrases were saved.'

export const feedbackRefusals = {
  notMarked: defineRefusal(409, 'Give the mark first, or send it together with the feedback'),
  none: defineRefusal(409, 'There is no feedback on this review to reply to'),
  replied: defineRefusal(409, 'You have already replied to this feedback'),
}

/** What a reviewer writes beside the marks; an empty text removes what was there. */
export const NewFeedback = z.object({
  /** Markdown, to the student. */
  feedback: optionalText(feedbackMaxLength).optional(),
  /** Never shown to a student. */
  note: optionalText(feedbackMaxLength).optional(),
})
export type NewFeedback = z.output<typeof NewFeedback>

/** The feedback on a review. */
export const FeedbackToStudent = z.object({
  /** Markdown; empty if there is none. */
  feedback: z.string(),
  rubric: z.array(AssessedCriterion),
  /** The student's one reply, with its ISO instant. */
  reply: z.object({ text: z.string(), at: z.string() }).nullable(),
})
export type FeedbackToStudent = z.output<typeof FeedbackToStudent>

/** The same with what is for staff alone. */
export const FeedbackWithStaffNote = FeedbackToStudent.extend({
  note: z.string(),
  /** Another one once the feedback, the note or the points of criteria have changed. */
  version: z.string(),
})
export type FeedbackWithStaffNote = z.output<typeof FeedbackWithStaffNote>

const ofReview = {
  may: 'read histories' as const,
  method: 'GET' as const,
  path: '/review-feedback',
  query: z.object({ id: reviewId }),
  refuses: [reviewRefusals.unknown],
}
const forStaff = {
  ...ofReview,
  summary: 'Returns the feedback on a review, the student’s reply, and the note for staff',
  reply: FeedbackWithStaffNote,
}

export const getFeedback = {
  student: defineEndpoint({
    ...ofReview,
    role: 'student',
    summary: 'Returns the feedback on one of the student’s reviews, and the student’s reply',
    reply: FeedbackToStudent,
  }),
  advisor: defineEndpoint({ ...forStaff, role: 'advisor' }),
  reviewer: defineEndpoint({ ...forStaff, role: 'reviewer' }),
  admin: defineEndpoint({ ...forStaff, role: 'admin' }),
}

export const FeedbackReply = z.object({
  text: requiredText('Please write a reply', feedbackReplyMaxLength),
})

export const replyToFeedback = defineEndpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'PUT',
  path: '/reply-feedback',
  summary: 'Sends the student’s one reply to the feedback on a review to reviewer and advisor',
  body: z.object({ value: FeedbackReply.extend({ reviewId }) }),
  reply: z.object({ message: z.string() }),
  refuses: [reviewRefusals.unknown, feedbackRefusals.none, feedbackRefusals.replied],
})

/** Texts that a reviewer inserts into feedback with one press. */
export const Phrases = z.object({
  phrases: z
    .array(requiredText('This field is required', phraseMaxLength))
    .max(phrasesMax, `No more than ${phrasesMax} phrases`),
})
export type Phrases = z.output<typeof Phrases>

export const getPhrases = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/phrases',
  summary: 'Returns the reviewer’s own phrases for feedback',
  reply: Phrases,
})

export const savePhrases = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'PUT',
  path: '/phrases',
  summary: 'Replaces the reviewer’s own phrases for feedback',
  body: z.object({ value: Phrases }),
  reply: Phrases.extend({ message: z.string() }),
})
