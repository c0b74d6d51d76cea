import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { findReminderRecipient, remindRefusals } from '#contract/notifications/send-reminder.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { notifyOnceADay, refuseUnreachablePerson } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { getOwnReview } from '../actions.ts'
import type { AdvisorOrAdmin } from '../advisor-or-admin.ts'

/**
 * Reminds the person a review waits for, as `findReminderRecipient` decides (contract, section 14).
 * Refuses a review that is not the advisor's (404), one that waits for nobody else, a blocked
 * person or one who has not accepted the invitation, and a second reminder on the same day (409).
 */
export async function remindResponsiblePerson(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  reviewId: string,
): Promise<void> {
  const review = await getOwnReview(context, caller, reviewId)
  const reminded = findReminderRecipient(review, caller.role)
  if (!reminded || !review.turn) throw new Refused(remindRefusals.nobody)
  const { _id, role } = reminded
  refuseUnreachablePerson(await findPerson(context, role, { id: _id }))
  const by = await findPerson(context, caller.role, { id: caller.personId })
  const { student, week, date: due, startsAt, reviewer, turn } = review
  const isNotified = await notifyOnceADay(context, {
    kind: 'reminded',
    about: reviewId,
    reviewId,
    to: [{ _id, role }],
    payload: () => ({
      by: by?.name ?? '',
      student: { _id: student._id, name: student.name },
      week,
      due,
      step: turn.step,
      to: startsAt && reviewer ? { startsAt, reviewer } : null,
    }),
  })
  if (!isNotified) throw new Refused(remindRefusals.today)
  context.live.changed('reviews', [review.advisor?._id])
  const after = { reminded_of: `Week ${formatWeekNumber(week)}` }
  await recordAudit(context, { kind: 'people', id: _id, before: { reminded_of: null }, after })
}
