import { enrolmentRefusals, type Pause } from '#contract/enrolment.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { studentRefusals } from '#contract/reviews/scheduling/booking.ts'
import { studentPausedReason } from '#contract/reviews/scheduling/cancellation.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { cancelBookingsOfStudent } from '#server/reviews/booking/cancel-booking.ts'
import { restoreBookings } from '#server/reviews/booking/restore-bookings.ts'
import { findLatestReview, renewDueDate } from '#server/reviews/close-and-reopen.ts'
import { lockStudents } from '#server/reviews/lock-students.ts'
import { getEnrolmentRefusal } from './get-enrolment-refusal.ts'
import { notifyOfEnrolmentChange } from './notify-of-enrolment-change.ts'
import { anyPauseFilter, readEnrolment, savePause, savePauseEnd } from './queries.ts'

/**
 * Pauses a student's course and frees the slot of a review that has not begun. Student, advisor and
 * the slot's reviewer are notified. Refuses a day that is not after today (400), an unknown student
 * (404), and one who is not verified, is paused or has finished (409; contract, section 11).
 */
export async function pauseStudent(
  context: Context<Tx>,
  { id, reason, until = null }: Pause & { id: string },
): Promise<void> {
  const { db, clock, settings } = context
  const now = clock()
  if (until !== null && until <= getDateInZone(now, settings.timeZone)) {
    const { message } = enrolmentRefusals.notAhead
    throw new Refused(enrolmentRefusals.notAhead, { errors: { until: message } })
  }
  const isPaused = await audited(context, { kind: 'people', id }, () =>
    savePause(db, { id, now, until, reason }),
  )
  const { alreadyPaused } = enrolmentRefusals
  if (!isPaused)
    throw new Refused(
      await getEnrolmentRefusal(context, id, alreadyPaused, studentRefusals.finished),
    )
  await cancelBookingsOfStudent(context, id, studentPausedReason)
  await notifyOfEnrolmentChange(context, 'admin', { studentId: id, what: 'paused', until, reason })
}

/**
 * Ends a student's pause: the open review is due in seven days if it needs a slot, and student and
 * advisor are notified. With `endsBy`, only a pause that ends by that date. Refuses an unknown
 * student (404), and one who is not paused or has finished (409).
 */
export async function resumeStudent(
  context: Context<Tx>,
  { id, endsBy = anyPauseFilter.endsBy }: { id: string; endsBy?: string },
): Promise<void> {
  await endPause(context, { ...anyPauseFilter, id, endsBy }, enrolmentRefusals.notPaused)
  const review = await findLatestReview(context, id)
  const isDue = review?.status === 'not-scheduled'
  const due = isDue ? toIsoInstant(await renewDueDate(context, review.id)) : null
  await notifyOfEnrolmentChange(context, 'admin', { studentId: id, what: 'resumed', due })
}

/**
 * Takes a pause of the last ten minutes back: the review is due as before, and its slot is restored
 * if it is still free; returns whether one was lost. Refuses like `resumeStudent`, and an older
 * pause (409).
 */
export async function undoPause(
  context: Context<Tx>,
  id: string,
): Promise<{ isSlotLost: boolean }> {
  const begunSince = context.clock() - undoMs
  await lockStudents(context.db, [id], begunSince)
  const before = await readEnrolment(context.db, { id })
  const isPaused = typeof before?.paused_at === 'number'
  const otherwise = enrolmentRefusals[isPaused ? 'pauseOver' : 'notPaused']
  await endPause(context, { ...anyPauseFilter, id, begunSince }, otherwise)
  const since = before?.paused_at ?? begunSince
  const { gone } = await restoreBookings(context, { personId: id, since })
  await notifyOfEnrolmentChange(context, 'admin', { studentId: id, what: 'resumed' })
  return { isSlotLost: gone.length > 0 }
}

async function endPause(
  context: Context<Tx>,
  pause: typeof anyPauseFilter & { id: string },
  otherwise: Refusal,
): Promise<void> {
  const { id } = pause
  const isEnded = await audited(context, { kind: 'people', id }, () =>
    savePauseEnd(context.db, pause),
  )
  if (!isEnded)
    throw new Refused(await getEnrolmentRefusal(context, id, otherwise, studentRefusals.finished))
}
