import { editPersonRefusals } from '#contract/people/edit-person.ts'
import { chooseAdvisors } from '#contract/reviews/choose-advisors.ts'
import { shareEvenlyOption } from '#contract/reviews/hand-over-students.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { changeInviteeAdvisor } from '#server/people/edit-details.ts'
import { firstReviewLock } from '../actions.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { findReceivingAdvisors, isStudentActive } from './hand-over.ts'
import { readAvailableAdvisors, readOpenReviewsForStudents } from './queries.ts'
import { type Reassignment, reassignReviews } from './reassign-reviews.ts'

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
  const assigned = await assignStudents(context, adminId, { ids: [studentId], to: advisorId })
  if (assigned.length === 0) throw new Refused(editPersonRefusals.noReview)
}

/**
 * Chooses who will advise an invited student, or with null whoever then has the fewest open
 * reviews. Refuses an advisor like `assignAdvisor`.
 */
export async function chooseFirstAdvisor(
  context: Context<Tx>,
  { studentId, advisorId }: { studentId: string; advisorId: string | null },
): Promise<void> {
  const [first] = advisorId === null ? [] : await findReceivingAdvisors(context, { to: advisorId })
  await changeInviteeAdvisor(context, studentId, first?.id ?? null)
}

/**
 * Assigns the open reviews of several students to an advisor, to nobody, or evenly to all advisors,
 * where nobody keeps the reviews they had. Notifies the students and the advisors. Returns the ids
 * of the students who have an open review and somebody to get it. Refuses an advisor like
 * `assignAdvisor`.
 */
export async function assignStudents(
  context: Context<Tx>,
  adminId: string,
  { ids, to }: { ids: string[]; to: string | null },
): Promise<string[]> {
  const { db } = context
  const students = { ids: JSON.stringify(ids) }
  await advisoryLock(db, firstReviewLock)
  // Until commit none of the receiving advisors is blocked.
  await lockForScheduling(db, {
    reviewerIds: await getPossibleAdvisorIds(context, to),
    reviewIds: (await readOpenReviewsForStudents(db, students)).map(({ id }) => id),
  })
  const open = await readOpenReviewsForStudents(db, students)
  const receivers = to === null ? [] : await findReceivingAdvisors(context, { to })
  const moving = open.map((review) => ({
    from: review.advisor_id,
    isActive: isStudentActive(review),
  }))
  const chosen = chooseAdvisors(moving, receivers, to)
  const given = open.flatMap((review, place) => {
    const advisor = receivers.find(({ id }) => id === chosen[place]) ?? null
    return advisor === null && to !== null ? [] : [{ review, advisor }]
  })
  const changed = given.filter(({ review, advisor }) => review.advisor_id !== (advisor?.id ?? null))
  await reassignReviews(context, adminId, { reassignments: groupByAdvisors(changed) })
  return given.map(({ review }) => review.student_id)
}

async function getPossibleAdvisorIds({ db }: Context, to: string | null): Promise<string[]> {
  if (to === shareEvenlyOption) return (await readAvailableAdvisors(db)).map(({ id }) => id)
  return to === null ? [] : [to]
}

type OpenReview = Awaited<ReturnType<typeof readOpenReviewsForStudents>>[number]
type Given = { review: OpenReview; advisor: { id: string; name: string } | null }

/** One reassignment for each pair of an old and a new advisor, who are then notified once. */
function groupByAdvisors(given: Given[]): Reassignment[] {
  const key = ({ review, advisor }: Given) => `${review.advisor_id} ${advisor?.id}`
  return [...Map.groupBy(given, key).values()].flatMap((some) => {
    const [one] = some
    if (!one) return []
    const { advisor_id: id, advisor: name } = one.review
    const from = id === null ? null : { id, name: name ?? '' }
    return [{ from, to: one.advisor, reviews: some.map(({ review }) => review) }]
  })
}
