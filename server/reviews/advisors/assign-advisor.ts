import { editPersonRefusals } from '#contract/people/edit-person.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { firstReviewLock } from '../actions.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { findReceivingAdvisors } from './hand-over.ts'
import { readOpenReviewsForStudent } from './queries.ts'
import { reassignReviews } from './reassign-reviews.ts'

/**
 * Assigns a student's open review to another advisor, or to nobody, and notifies the student and
 * both advisors. Refuses an unknown advisor (404), one who is blocked or unverified, and a student
 * without an open review (409; contract, section 11).
 */
export async function assignAdvisor(
  context: Context<Tx>,
  adminId: string,
  { studentId, advisorId }: { studentId: string; advisorId: string | null },
): Promise<void> {
  const { db } = context
  await advisoryLock(db, firstReviewLock)
  await lockForScheduling(db, {
    reviewerIds: advisorId === null ? [] : [advisorId],
    reviewIds: (await readOpenReviewsForStudent(db, { studentId })).map(({ id }) => id),
  })
  const open = await readOpenReviewsForStudent(db, { studentId })
  if (open.length === 0) throw new Refused(editPersonRefusals.noReview)
  const [to = null] =
    advisorId === null ? [] : await findReceivingAdvisors(context, { to: advisorId })
  const others = open.filter(({ advisor_id }) => advisor_id !== advisorId)
  const reassignments = others.map((review) => {
    const { advisor_id: id, advisor: name } = review
    return { from: id === null ? null : { id, name: name ?? '' }, to, reviews: [review] }
  })
  await reassignReviews(context, adminId, { reassignments })
}
