import type { EnrolmentChange } from '#contract/notifications/enrolment.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { findOpenReview } from '#server/reviews/open-review.ts'

type Change = { studentId: string } & Pick<EnrolmentChange, 'what'> &
  Partial<Pick<EnrolmentChange, 'until' | 'reason' | 'due'>>

/** Notifies a student and their advisor that the course was paused or resumed, also on open pages. */
export async function notifyOfEnrolment(
  context: Context<Tx>,
  { studentId, what, until = null, reason = null, due = null }: Change,
): Promise<void> {
  const { change, live } = context
  const doer = change?.personId ?? null
  const by = doer && ((await findPerson(context, 'admin', { id: doer }))?.name ?? null)
  const review = await findOpenReview(context, studentId)
  if (!review) return
  const { id: reviewId, week, advisor_id: advisorId, student: name } = review
  await notify(context, {
    ...{ kind: 'enrolment-changed', dedupeKey: newId(), reviewId },
    to: [
      { _id: studentId, role: 'student' },
      ...(advisorId === null ? [] : [{ _id: advisorId, role: 'advisor' } as const]),
    ],
    payload: () => ({ what, by, student: { _id: studentId, name }, week, until, reason, due }),
  })
  live.changed('reviews', [studentId, advisorId, review.reviewer_id])
}
