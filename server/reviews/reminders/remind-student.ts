import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { isUpcoming, remindRefusals } from '#contract/notifications/send-reminder.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { notifyOnceADay } from '#server/notifications/actions.ts'
import { getOwnReview } from '../actions.ts'
import { refuseInactiveStudent } from '../booking/book-slot.ts'

/**
 * Reminds the student of a review. Refuses a review that is not the advisor's (404), one that has
 * begun or is closed, an inactive student's, and a second reminder on the same day (409).
 */
export async function remindStudent(
  context: Context<Tx>,
  advisorId: string,
  reviewId: string,
): Promise<void> {
  const owner = { role: 'advisor', personId: advisorId } as const
  const review = await getOwnReview(context, owner, reviewId)
  const { student, advisor, week, startsAt, reviewer, date: due } = review
  if (!isUpcoming(review, context.clock())) throw new Refused(remindRefusals.notOpen)
  await refuseInactiveStudent(context, reviewId)
  const { _id, name } = student
  const place = startsAt && reviewer
  const isNotified = await notifyOnceADay(context, {
    kind: 'reminded',
    about: reviewId,
    reviewId,
    to: [{ _id, role: 'student' }],
    payload: () => ({
      by: advisor?.name ?? '',
      student: { _id, name },
      week,
      due,
      to: place ? { startsAt, reviewer: { _id: reviewer._id, name: reviewer.name } } : null,
    }),
  })
  if (!isNotified) throw new Refused(remindRefusals.today)
  context.live.changed('reviews', [advisorId])
  const after = { reminded_of: `Week ${formatWeekNumber(week)}` }
  await recordAudit(context, { kind: 'people', id: _id, before: { reminded_of: null }, after })
}
