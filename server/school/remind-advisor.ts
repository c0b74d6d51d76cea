import { namesInReminder } from '#contract/limits/notifications.ts'
import { remindRefusals } from '#contract/notifications/send-reminder.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { notifyOnceADay, refuseUnreachablePerson } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { countOverdueReviewsOfAdvisor, readOverdueStudentsOfAdvisor } from './at-risk-queries.ts'

/**
 * Reminds an advisor of their students' overdue reviews. Refuses an unknown advisor (404), and one
 * who is blocked, not verified, has no overdue reviews or was reminded today (409).
 */
export async function remindAdvisor(
  context: Context<Tx>,
  adminId: string,
  advisorId: string,
): Promise<void> {
  const { db, clock, settings } = context
  const advisor = await findPerson(context, 'advisor', { id: advisorId })
  if (!advisor) throw new Refused(remindRefusals.unknownAdvisor)
  refuseUnreachablePerson(advisor)
  const late = { overdueBefore: getOverdueCutoff(clock(), settings.timeZone), advisorId }
  const { reviews: overdue } = await countOverdueReviewsOfAdvisor(db, late)
  if (overdue === 0) throw new Refused(remindRefusals.notOverdue)
  const students = await readOverdueStudentsOfAdvisor(db, { ...late, most: namesInReminder })
  const admin = await findPerson(context, 'admin', { id: adminId })
  const isNotified = await notifyOnceADay(context, {
    kind: 'reminded',
    about: advisorId,
    to: [{ _id: advisorId, role: 'advisor' }],
    payload: () => ({ by: admin?.name ?? '', overdue, students: students.map(({ name }) => name) }),
  })
  if (!isNotified) throw new Refused(remindRefusals.today)
  const after = { reminded_of: `Overdue reviews: ${overdue}` }
  await recordAudit(context, {
    kind: 'people',
    id: advisorId,
    before: { reminded_of: null },
    after,
  })
}
