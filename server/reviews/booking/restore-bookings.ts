import type { Tx } from '#server/database/transaction.ts'
import { tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { readBookingsEndedByBlock } from '../rescheduling/queries.ts'
import { getPreviousSlot, revertChange } from '../rescheduling/undo-change.ts'

/**
 * Restores the bookings that were ended by blocking a student or reviewer, unless the review has
 * changed since or the slot is taken; with `slotIds` only those of these slots. Returns how many
 * were restored, and the students of the others. A caller that changes a student has called
 * `lockStudents`.
 */
export async function restoreBookings(
  context: Context<Tx>,
  { personId, since, slotIds }: { personId: string; since: number; slotIds?: ReadonlySet<string> },
): Promise<{ back: number; gone: string[] }> {
  const ids = JSON.stringify([personId])
  const ended = (await readBookingsEndedByBlock(context.db, { ids, since })).flatMap((line) => {
    const from = getPreviousSlot(line)
    return from && slotIds?.has(from.slotId) !== false ? [{ ...line, from }] : []
  })
  await lockForScheduling(context.db, {
    reviewerIds: [...new Set(ended.map(({ from }) => from.reviewerId))],
    reviewIds: ended.map(({ review_id }) => review_id),
  })
  const gone: string[] = []
  for (const { review_id: reviewId, student, ...change } of ended) {
    // Refused if the slot or the review has been booked since.
    const revert = () => revertChange(context, reviewId, change)
    if (!(await tryWithinSavepoint(context.db, revert))) gone.push(student)
  }
  return { back: ended.length - gone.length, gone }
}
