import { z } from 'zod'
import { defineEndpoint, defineListEndpoint, makeSortSchema } from '../kit/endpoint.ts'
import { peopleRefusals } from '../people/people.ts'
import { Review, reviewFilters, reviewId, reviewRefusals, reviewSorts } from './reviews.ts'

/** What the next review takes over from a review. */
export const PreviousReview = Review.pick({
  week: true,
  status: true,
  mark: true,
  pendingTask: true,
})
export type PreviousReview = z.infer<typeof PreviousReview>

/**
 * A review with its attendance: how long both were in the call, and how much of that was more than
 * half an hour before the slot.
 */
export const ReviewWithAttendance = Review.extend({
  togetherSeconds: z.number(),
  earlySeconds: z.number(),
})
export type ReviewWithAttendance = z.infer<typeof ReviewWithAttendance>

export const getPreviousReview = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/review-before',
  summary: 'Returns the student’s review before one of the caller’s, or null if there is none',
  query: z.object({ id: reviewId }),
  reply: z.object({ before: PreviousReview.nullable() }),
  refuses: [reviewRefusals.unknown],
})

/** Sort columns of a student's reviews. `together` is the time both were in the call. */
export const studentReviewSorts = [...reviewSorts, 'together'] as const
export type StudentReviewSort = (typeof studentReviewSorts)[number]

export const listStudentReviews = defineListEndpoint({
  role: 'admin',
  may: 'look at every review',
  path: '/student-reviews',
  summary: 'Lists all of a student’s reviews with their attendance, newest first or by `sort`',
  query: { student: z.string().max(100), sort: makeSortSchema(studentReviewSorts) },
  item: ReviewWithAttendance,
  refuses: [peopleRefusals.unknownStudent],
})

export const listPersonReviews = defineListEndpoint({
  role: 'admin',
  may: 'look at every review',
  path: '/person-reviews',
  summary: 'Lists the reviews of an advisor or a reviewer, in the order of their own list',
  query: { person: z.string().max(100), ...reviewFilters, sort: makeSortSchema(reviewSorts) },
  item: Review,
  refuses: [peopleRefusals.unknownPerson],
})
