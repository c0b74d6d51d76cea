import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { defineRefusal } from './kit/refusal.ts'
import { optionalText, tooLongMessage } from './kit/text/text-schemas.ts'
import { lineMaxLength, linesMax } from './limits/limits.ts'
import {
  linkNoteMaxLength,
  linkUrlMaxLength,
  workLinksMax,
  workNoteMaxLength,
} from './limits/reviews.ts'
import { reviewId, reviewRefusals } from './reviews/reviews.ts'
import { Task, workoutLists } from './tasks/tasks.ts'

/** What a link of a week's work leads to. */
export const linkKinds = ['seminar', 'progress', 'repository', 'other'] as const
export type LinkKind = (typeof linkKinds)[number]

const linkRequiredMessage = 'Please enter a link'
const linkInvalidMessage = 'Please enter a link that begins with http:// or https://'
export const tooManyLinksMessage = `No more than ${workLinksMax} links`

/** Browsers drop control characters inside an address, which would hide where it leads. */
const isWebAddress = (text: string) =>
  /^https?:\/\/(?![/\\?#])[^\s\p{Cc}\p{Bidi_Control}]+$/iu.test(text) && URL.canParse(text)

/** A link of a week's work, as a student enters it. */
export const NewLink = z.object({
  kind: z.enum(linkKinds),
  url: z
    .string({ error: linkRequiredMessage })
    .trim()
    .min(1, linkRequiredMessage)
    .max(linkUrlMaxLength, tooLongMessage)
    .refine(isWebAddress, linkInvalidMessage),
  note: optionalText(linkNoteMaxLength).default(''),
})

/** What a student changes of a week's work; what is not given stays. */
export const WorkChange = z.object({
  /** The review that the student sees: if another is open by now, nothing is changed. */
  reviewId: reviewId.optional(),
  ticks: z
    .array(z.string().max(lineMaxLength, tooLongMessage))
    .max(linesMax * workoutLists.length)
    .optional(),
  links: z.array(NewLink).max(workLinksMax, tooManyLinksMessage).optional(),
  note: optionalText(workNoteMaxLength).optional(),
  isReady: z.boolean().optional(),
})
export type WorkChange = z.output<typeof WorkChange>

export const WorkLink = z.object({ kind: z.enum(linkKinds), url: z.string(), note: z.string() })
export type WorkLink = z.output<typeof WorkLink>

/** A student's work on the week of a review. */
export const Work = z.object({
  reviewId: z.string(),
  studentId: z.string(),
  week: z.number(),
  /** The lines of the week's task that are done. A line may have been changed since. */
  ticks: z.array(z.string()),
  links: z.array(WorkLink),
  note: z.string(),
  isReady: z.boolean(),
  /** Whether it can no longer be changed. */
  isOver: z.boolean(),
  /** The week's task; null if there is none. */
  task: Task.nullable(),
  /** The pending tasks that the review before left for this week. */
  asked: z.array(z.string()),
})
export type Work = z.output<typeof Work>

export const workRefusals = {
  over: defineRefusal(
    409,
    'The review of this week is over, so your work can no longer be changed',
  ),
}

export const getWork = defineEndpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'GET',
  path: '/work',
  summary:
    'Returns the student’s work on the week of the latest review: ticked tasks, links, a note, and whether the student is ready',
  reply: Work,
  refuses: [reviewRefusals.unknown],
})

export const saveWork = defineEndpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'PUT',
  path: '/work',
  summary:
    'Saves the given parts of the student’s work, until the review is conducted. The advisor and the reviewer are notified once that the student is ready',
  body: z.object({ value: WorkChange }),
  reply: Work,
  refuses: [reviewRefusals.unknown, workRefusals.over],
})

const staffWork = {
  may: 'follow reviews' as const,
  method: 'GET' as const,
  path: '/work',
  summary: 'Returns the student’s work on the week of one of the caller’s reviews',
  query: z.object({ review: reviewId }),
  reply: Work,
  refuses: [reviewRefusals.unknown],
}

export const getStudentWork = {
  advisor: defineEndpoint({ ...staffWork, role: 'advisor' }),
  reviewer: defineEndpoint({ ...staffWork, role: 'reviewer' }),
}
