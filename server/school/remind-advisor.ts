import { namesInReminder } from '#contract/limits/notices.ts'
import { remindRefusals } from '#contract/notices/remind.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { note } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { tellOnceADay } from '#server/notices/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { countOverdueOf, readOverdueOf } from './people-in-need.ts'

/**
 * Reminds an advisor of the reviews of their students that are overdue. Refuses an unknown advisor
 * (404), one who is blocked, has none or was reminded today (409).
 */
export async function remindAdvisor(
  context: Context<Tx>,
  adminId: string,
  advisorId: string,
): Promise<void> {
  const { db, clock } = context
  const advisor = await findPerson(context, 'advisor', { id: advisorId })
  if (!advisor) throw new Refused(remindRefusals.unknownAdvisor)
  if (advisor.blocked_at !== null) throw new Refused(remindRefusals.blocked)
  const { reviews: overdue } = await countOverdueOf(db, { now: clock(), advisorId })
  if (overdue === 0) throw new Refused(remindRefusals.notOverdue)
  const late = await readOverdueOf(db, { now: clock(), advisorId, most: namesInReminder })
  const admin = await findPerson(context, 'admin', { id: adminId })
  const isTold = await tellOnceADay(context, {
    ...{ kind: 'reminded', about: advisorId, to: [{ _id: advisorId, role: 'advisor' }] },
    facts: () => ({ by: admin?.name ?? '', overdue, students: late.map(({ name }) => name) }),
  })
  if (!isTold) throw new Refused(remindRefusals.today)
  const after = { reminded_of: `Overdue reviews: ${overdue}` }
  await note(context, { kind: 'people', id: advisorId, before: { reminded_of: null }, after })
}
