import { EnrolmentChange, isSupersededBy } from '#contract/notifications/enrolment.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import { cancelUnsentAboutStudent } from '#server/notifications/supersede.ts'
import { findPerson } from '#server/people/actions.ts'
import { publishUpdatedToWebhooks } from '#server/people/events/people-webhooks.ts'
import { findLatestReview } from '#server/reviews/close-and-reopen.ts'

type Change = { studentId: string } & Pick<EnrolmentChange, 'what'> &
  Partial<Pick<EnrolmentChange, 'until' | 'reason' | 'due'>>

/**
 * Notifies a student and their advisor, unless it was the caller, of a change to the course, also
 * on open pages, and webhooks of one that is no end. A change whose mail is still unsent is not
 * mailed if this one ends it, and neither is this one.
 */
export async function notifyOfEnrolmentChange(
  context: Context<Tx>,
  by: RoleAbleTo<'decide weeks'>,
  { studentId, what, until = null, reason = null, due = null }: Change,
): Promise<void> {
  const { change, live } = context
  if (what === 'paused' || what === 'resumed' || what === 'reopened') {
    await publishUpdatedToWebhooks(context, `student.${what}`, [studentId])
  }
  const doer = change?.personId ?? null
  const name = doer && ((await findPerson(context, by, { id: doer }))?.name ?? null)
  const review = await findLatestReview(context, studentId)
  if (!review) return
  const { id: reviewId, week, advisor_id: advisorId } = review
  const student = { _id: studentId, name: review.student }
  const kind = 'enrolment-changed'
  const earlier = await cancelUnsentAboutStudent(context, { studentId, kind }, (payload) =>
    isSupersededBy(EnrolmentChange.parse(payload), { what, due }),
  )
  await notify(context, {
    kind,
    earlier,
    dedupeKey: newId(),
    reviewId,
    to: [
      { _id: studentId, role: 'student' },
      ...(advisorId === null || advisorId === doer
        ? []
        : [{ _id: advisorId, role: 'advisor' } as const]),
    ],
    payload: () => ({ what, by: name, student, week, until, reason, due }),
  })
  live.changed('reviews', [studentId, advisorId, review.reviewer_id])
}
