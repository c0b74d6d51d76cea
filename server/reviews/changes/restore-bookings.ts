import { all, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { withinSavepoint } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { holdSchedule } from '../hold.ts'
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
    try {
      await withinSavepoint(context.db, () => takeBackChange(context, reviewId, change))
      back += 1
    } catch (error) {
      // The slot has been booked, or the review, since.
      if (!(error instanceof Refused)) throw error
    }
  }
  return { back, gone: ended.length - back }
}

/** What ended bookings of a student or a reviewer by a block: in that instant or just after. */
const readEnded = all((db, { personId, since }: Values<{ personId: string; since: number }>) =>
  db
    .selectFrom('review_history as line')
    .innerJoin('reviews', 'reviews.id', 'line.review_id')
    .selectAll('line')
    .where('line.what', 'in', ['cancelled', 'lost'])
    .where('line.at', '>=', since)
    .where(({ or, eb }) =>
      or([eb('reviews.student_id', '=', personId), eb('line.from_reviewer_id', '=', personId)]),
    )
    .orderBy('line.id'),
)
