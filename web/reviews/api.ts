import { createReview, getDecision, undoDecision } from '#contract/reviews/decision.ts'
import { getReviewBefore, listStudentReviews } from '#contract/reviews/look-back.ts'
import {
  getHome,
  getReview,
  getWeeklyReview,
  listManifest,
  listReviews,
  type ReviewStatus,
  updateMark,
  updateTaskStatus,
} from '#contract/reviews.ts'
import { useCall, useChange, useList } from '#web/kit/call/query.ts'
import { useRole } from '#web/kit/page/role.ts'

/** Who follows other people's reviews. */
export type Colleague = 'advisor' | 'reviewer'

/** Whose area the screen lies in, for the screens that advisors and reviewers share. */
export function useColleague(): Colleague {
  return useRole() === 'reviewer' ? 'reviewer' : 'advisor'
}

/** The student's present review, or the student alone before there is one. */
export function useHome() {
  return useCall(getHome)
}

/** One of the student's own reviews. */
export function useOwnReview(id: string, options: { enabled?: boolean } = {}) {
  return useCall(getWeeklyReview, { query: { week: id } }, options)
}

/** All of the student's reviews at once, the oldest first. */
export function useWholeManifest() {
  return useCall(listManifest)
}

/** All of the student's reviews, a page at a time, the oldest first. */
export function useManifest() {
  return useList(listManifest)
}

/** What a colleague's list is narrowed by (contract, section 3). */
export type ReviewFilter = {
  type?: 'booking'
  home?: 'true'
  open?: 'true'
  search?: string
  week?: string
  status?: ReviewStatus
}

/** A colleague's reviews, a page at a time. */
export function useReviews(role: Colleague, filter: ReviewFilter) {
  return useList(listReviews[role], { query: filter })
}

/** One of a colleague's reviews. */
export function useReview(role: Colleague, id: string, options: { enabled?: boolean } = {}) {
  const query = useCall(listReviews[role], { query: { id } }, options)
  return { ...query, data: query.data?.[0] }
}

/** What the student's review before one of the reviewer's has left, whoever held it. */
export function useReviewBefore(id: string) {
  return useCall(getReviewBefore, { query: { id } })
}

/** Anybody's review, for an admin. */
export function useAnyReview(id: string) {
  return useCall(getReview, { query: { id } })
}

/** All of a student's reviews with their attendance, a page at a time, the newest first. */
export function useStudentReviews(student: string) {
  return useList(listStudentReviews, { query: { student } })
}

/** Saves seminar, progress and typing of a review. */
export function useUpdateTaskStatus() {
  return useChange(updateTaskStatus)
}

/** Closes a review and opens the next one. */
export function useFollowReview() {
  return useChange(createReview)
}

/** How the student of a closed review has gone on, and until when that can be undone. */
export function useDecision(id: string) {
  return useCall(getDecision, { query: { id } })
}

/** Opens a review again, and takes the next one away. */
export function useUndoDecision() {
  return useChange(undoDecision)
}

/** Saves the mark or the pending tasks of a review. */
export function useUpdateMark() {
  return useChange(updateMark)
}
