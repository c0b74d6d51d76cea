import { undoBlockRefusals } from '#contract/accounts/undo-block.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { undoMinutes } from '#contract/limits/reviews.ts'
import type { AddableRole } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { restoreBookings } from '#server/reviews/changes/restore-bookings.ts'
import { blockOrUnblock } from './actions.ts'

/**
 * Unblocks a person who was blocked within ten minutes, and gives back the bookings that ended with
 * the block, where nobody has built on that. Returns how many came back, and how many did not. Refuses
 * an unknown person (404), and one who is not blocked or was blocked longer ago (409).
 */
export async function undoBlock(
  context: Context<Tx>,
  role: AddableRole,
  id: string,
): Promise<{ back: number; gone: number }> {
  const person = await findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const { blocked_at: since } = person
  if (since === null || since < context.clock() - undoMinutes * minuteMs) {
    throw new Refused(undoBlockRefusals.over)
  }
  await blockOrUnblock(context, role, { id, action: 'unblock' })
  return restoreBookings(context, { personId: id, since })
}
