import type { Tx } from '#server/database/transaction.ts'
import { tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { holdSchedule } from '../hold.ts'
import { readEnded } from './queries.ts'
import { placeBefore, takeBackChange } from './undo-change.ts'

/**
 * Gives the reviews their slots back that lost them as a student or a reviewer was blocked, where
 * nothing has happened to the review since and nobody has the slot. Returns how many came back, and
 * how many did not.
 */
export async function restoreBookings(
  context: Context<Tx>,
  blocked: { personId: string; since: number },
): Promise<{ back: number; gone: number }> {
  const ended = (await readEnded(context.db, blocked)).flatMap((line) => {
    const from = placeBefore(line)
    return from ? [{ ...line, from }] : []
  })
  await holdSchedule(context.db, {
    reviewerIds: [...new Set(ended.map(({ from }) => from.reviewerId))],
    reviewIds: ended.map(({ review_id }) => review_id),
  })
  let back = 0
  for (const { review_id: reviewId, ...change } of ended) {
    // It is refused where the slot, or the review, has been booked since.
    const takeBack = () => takeBackChange(context, reviewId, change)
    if (await tryWithinSavepoint(context.db, takeBack)) back += 1
  }
  return { back, gone: ended.length - back }
}
