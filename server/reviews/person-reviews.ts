import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import type {
  listStudentReviews as endpoint,
  listPersonReviews as ofPerson,
  PreviousReview,
  ReviewWithAttendance,
} from '#contract/reviews/person-reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { abilities } from '#contract/roles.ts'
import { getTogetherSecondsByReview } from '#server/calls/actions.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { getOwnReview } from './actions.ts'
import { readPreviousReview, readReviews } from './list-queries.ts'
import { showPage, showReview } from './view/review-view.ts'

/**
 * Returns week, status, mark and pending tasks of the review before this one, whoever held it; null
 * for a student's first review. Refuses a review that is not this reviewer's (404).
 */
export async function getPreviousReview(
  context: Context,
  reviewerId: string,
  id: string,
): Promise<PreviousReview | null> {
  const row = await readPreviousReview(context.db, { reviewerId, id })
  if (!row) {
    await getOwnReview(context, { role: 'reviewer', personId: reviewerId }, id)
    return null
  }
  const { week, status, mark, pendingTask } = await showReview(context, 'reviewer', row)
  return { week, status, mark, pendingTask }
}

/**
 * Returns a page of a student's reviews with attendance, newest first unless sorted. Refuses an
 * unknown student (404).
 */
export async function listStudentReviews(
  context: Context,
  { student: studentId, ...asked }: EndpointQuery<typeof endpoint>,
): Promise<Page<ReviewWithAttendance>> {
  const student = await findPerson(context, 'student', { id: studentId })
  if (!student) throw new Refused(peopleRefusals.unknownStudent)
  const page = await readReviews(context, { role: 'student', personId: studentId }, asked)
  const attendance = await getTogetherSecondsByReview(
    context,
    page.items.map(({ id }) => id),
  )
  return mapPage(await showPage(context, 'admin', page), (review) => ({
    ...review,
    ...(attendance.get(review._id) ?? { togetherSeconds: 0, earlySeconds: 0 }),
  }))
}

/**
 * Returns a page of an advisor's or reviewer's reviews as an admin sees them. Refuses anybody else
 * (404).
 */
export async function listPersonReviews(
  context: Context,
  { person: personId, ...asked }: EndpointQuery<typeof ofPerson>,
): Promise<Page<Review>> {
  for (const role of abilities['follow reviews']) {
    const owner = await findPerson(context, role, { id: personId })
    if (owner)
      return showPage(context, 'admin', await readReviews(context, { role, personId }, asked))
  }
  throw new Refused(peopleRefusals.unknownPerson)
}
