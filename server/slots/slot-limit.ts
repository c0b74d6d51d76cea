import { upcomingSlotsMax } from '#contract/limits/slots.ts'
import { slotRefusals } from '#contract/slots/refusals.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { countUpcomingSlots } from './reviewer-slot-queries.ts'

/**
 * Refuses (409) if this many more slots would exceed the limit of upcoming slots. The caller must
 * hold `lockReviewer`.
 */
export async function refuseOverSlotLimit(
  { db, clock }: Context<Tx>,
  reviewerId: string,
  added: number,
): Promise<void> {
  const { count } = await countUpcomingSlots(db, { reviewerId, now: clock() })
  if (count + added > upcomingSlotsMax) throw new Refused(slotRefusals.tooManyAhead)
}
