import { enrolmentRefusals, type Finish } from '#contract/enrolment.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import { studentRefusals } from '#contract/reviews/scheduling/booking.ts'
import { studentFinishedReason } from '#contract/reviews/scheduling/cancellation.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { publishUpdatedToWebhooks } from '#server/people/events/people-webhooks.ts'
import type { AdvisorOrAdmin } from '#server/reviews/advisor-or-admin.ts'
import { cancelBookingsOfStudent } from '#server/reviews/booking/cancel-booking.ts'
import { restoreBookings } from '#server/reviews/booking/restore-bookings.ts'
import {
  closeOpenReview,
  findLatestReview,
  reopenLatestReview,
  undoClosing,
} from '#server/reviews/close-and-reopen.ts'
import { lockStudents } from '#server/reviews/lock-students.ts'
import { getEnrolmentRefusal } from './get-enrolment-refusal.ts'
import { notifyOfEnrolmentChange } from './notify-of-enrolment-change.ts'
import { readEnrolment, saveFinish, saveFinishUndo, saveReopening } from './queries.ts'

/**
 * Ends a student's course: the open review is closed and its slot freed. The student can still
 * read. Student, advisor and the slot's reviewer are notified. Refuses an unknown student or
 * another advisor's (404), and one who is not verified or has finished (409; contract, section 11).
 */
export async function finishStudent(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  { id, outcome, reason }: Finish & { id: string },
): Promise<void> {
  const now = context.clock()
  const isFinished = await audited(context, { kind: 'people', id }, () =>
    saveFinish(context.db, { id, now, outcome, reason: reason ?? null }),
  )
  await refuseOthersStudent(context, caller, id)
  if (!isFinished)
    throw new Refused(await getEnrolmentRefusal(context, id, studentRefusals.finished))
  await cancelBookingsOfStudent(context, id, studentFinishedReason)
  await closeOpenReview(context, id, now)
  await publishUpdatedToWebhooks(context, 'student.finished', [id])
  await notifyOfEnrolmentChange(context, caller.role, {
    studentId: id,
    what: outcome,
    reason: reason ?? null,
  })
}

/**
 * Lets a student who has finished take part again: there is an open review of their week, due in
 * seven days, with their advisor if active. Student and advisor are notified. Refuses an unknown
 * student (404), and one who has not finished (409).
 */
export async function reopenStudent(context: Context<Tx>, id: string): Promise<void> {
  const isReopened = await audited(context, { kind: 'people', id }, () =>
    saveReopening(context.db, { id }),
  )
  if (!isReopened)
    throw new Refused(await getEnrolmentRefusal(context, id, enrolmentRefusals.notFinished))
  const due = toIsoInstant(await reopenLatestReview(context, id))
  await notifyOfEnrolmentChange(context, 'admin', { studentId: id, what: 'reopened', due })
}

/**
 * Takes the end of a course of the last ten minutes back: the review is open and due as before, and
 * its slot is restored if it is still free; returns whether one was lost. Refuses an unknown
 * student or another advisor's (404), one who has not finished, and an older end (409).
 */
export async function undoFinish(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  id: string,
): Promise<{ isSlotLost: boolean }> {
  const since = context.clock() - undoMs
  await lockStudents(context.db, [id], since)
  const before = await readEnrolment(context.db, { id })
  const isUndone = await audited(context, { kind: 'people', id }, () =>
    saveFinishUndo(context.db, { id, since }),
  )
  await refuseOthersStudent(context, caller, id)
  const hasFinished = typeof before?.finished_at === 'number'
  const otherwise = enrolmentRefusals[hasFinished ? 'finishOver' : 'notFinished']
  if (!isUndone) throw new Refused(await getEnrolmentRefusal(context, id, otherwise))
  const finishedAt = before?.finished_at ?? since
  // A review that a reopening had opened went with the end of the course.
  if (!(await undoClosing(context, id, finishedAt))) await reopenLatestReview(context, id)
  const { gone } = await restoreBookings(context, { personId: id, since: finishedAt })
  await notifyOfEnrolmentChange(context, caller.role, { studentId: id, what: 'reopened' })
  return { isSlotLost: gone.length > 0 }
}

/** Refuses a student whose latest review is not this advisor's; admins may change all (404). */
async function refuseOthersStudent(
  context: Context,
  { role, personId }: AdvisorOrAdmin,
  id: string,
): Promise<void> {
  if (role === 'admin') return
  const review = await findLatestReview(context, id)
  if (review?.advisor_id !== personId) throw new Refused(peopleRefusals.unknownStudent)
}
