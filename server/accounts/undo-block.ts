import { accountRefusals } from '#contract/accounts/accounts.ts'
import { type UndoBlockResult, undoBlockRefusals } from '#contract/accounts/undo-block.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { undoHandOverIfAny } from '#server/reviews/advisors/undo-hand-over.ts'
import { restoreBookings } from '#server/reviews/booking/restore-bookings.ts'
import { lockStudents } from '#server/reviews/lock-students.ts'
import { blockOrUnblock } from './actions.ts'

/**
 * Unblocks a person who was blocked at most ten minutes ago, restores the bookings that the block
 * ended unless they were replaced since, and with `handOver` returns an advisor's students. Returns
 * what was restored and what was not. Refuses an unknown person (404), and one who is not blocked
 * or was blocked longer ago (409).
 */
export async function undoBlock(
  context: Context<Tx>,
  role: Role,
  {
    id,
    handOver = false,
    adminId,
  }: { id: string; handOver?: boolean | undefined; adminId: string },
): Promise<UndoBlockResult> {
  const person = await findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const { blocked_at: since } = person
  if (since === null || since < context.clock() - undoMs) {
    throw new Refused(undoBlockRefusals.over)
  }
  if (role === 'student') await lockStudents(context.db, [id], since)
  await blockOrUnblock(context, role, { id, action: 'unblock' })
  const bookings = await restoreBookings(context, { personId: id, since })
  const isHandedBack = role === 'advisor' && handOver
  return {
    ...bookings,
    handOver: isHandedBack ? await undoHandOverIfAny(context, adminId, id) : { back: [], kept: [] },
  }
}
