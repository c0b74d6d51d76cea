import { z } from 'zod'
import { DomainName } from '../domains/domain.ts'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { peopleRefusals } from '../people/people.ts'
import { Mark, ReviewStatus, WeekStatus } from '../reviews/reviews.ts'
import { Concern, ConcernReason } from './concern.ts'

/** One review of a student's course. */
export const ProgressReview = z.object({
  week: z.number(),
  /** The review's id. */
  review: z.string(),
  status: ReviewStatus,
  isClosed: z.boolean(),
  /** When it was due and when both met, as ISO instants. */
  due: z.string(),
  held: z.string().nullable(),
  /** Null until there are marks. */
  code: z.number().nullable(),
  theory: z.number().nullable(),
  weekStatus: WeekStatus,
  /** How often its week was repeated until then: 1 the second time. */
  repeats: z.number(),
  /** How often the student did not come. */
  noShows: z.number(),
  /** How long both were in the call at the slot. */
  minutes: z.number(),
  /** The tasks that it leaves for the next review. */
  pendingTask: z.array(z.string()),
})
export type ProgressReview = z.infer<typeof ProgressReview>

/** A student's own progress: `weeks` has one item a review, oldest first. Without any concern. */
export const OwnProgress = z.object({ weeks: z.array(ProgressReview) })
export type OwnProgress = z.infer<typeof OwnProgress>

const ProgressStudent = z.object({
  _id: z.string(),
  name: z.string(),
  week: z.number(),
  domain: DomainName.nullable(),
})

/** The same for staff, with the student and the reasons to look after them. */
export const Progress = OwnProgress.extend({
  student: ProgressStudent,
  concern: z.array(Concern),
})
export type Progress = z.infer<typeof Progress>

const ofStudent = {
  method: 'GET' as const,
  path: '/progress',
  summary:
    'Returns a student’s reviews with marks, repeats, no-shows and minutes in the call, oldest first, and the reasons for concern',
  query: z.object({ student: z.string().max(100) }),
  reply: Progress,
  refuses: [peopleRefusals.unknownStudent],
}

/** The answer is `{ weeks, concern, student }`; a student gets `{ weeks }` alone. */
export const getProgress = {
  student: defineEndpoint({
    role: 'student',
    may: 'follow own progress',
    method: 'GET',
    path: '/progress',
    summary:
      'Returns the student’s reviews with marks, repeats, no-shows and minutes in the call, oldest first',
    reply: OwnProgress,
  }),
  advisor: defineEndpoint({ ...ofStudent, role: 'advisor', may: 'guide students' }),
  admin: defineEndpoint({ ...ofStudent, role: 'admin', may: 'look at every review' }),
}

/** at-risk: with a concern. on-hold: blocked or paused. */
export const standings = ['at-risk', 'on-track', 'on-hold'] as const
export const Standing = z.enum(standings)
export type Standing = z.infer<typeof Standing>

/** A student on the advisor's board, with the open review. */
export const BoardStudent = ProgressStudent.extend({
  review: z.string(),
  status: ReviewStatus,
  /** ISO instants: when it is due, and when its slot begins. */
  due: z.string(),
  startsAt: z.string().nullable(),
  /** The last marks; null before there are any. */
  lastMark: Mark.nullable(),
  standing: Standing,
  concern: z.array(Concern),
})
export type BoardStudent = z.infer<typeof BoardStudent>

export const getBoard = defineListEndpoint({
  role: 'advisor',
  may: 'guide students',
  path: '/board',
  summary:
    'Lists the advisor’s students: those with the most reasons for concern first, then the earliest due, then blocked and paused ones',
  query: {
    search: z.string().max(200).optional(),
    domain: z.string().max(100).optional(),
    reason: ConcernReason.optional(),
    standing: Standing.optional(),
  },
  item: BoardStudent,
})
