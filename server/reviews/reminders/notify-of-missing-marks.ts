import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { marksRemindedAfterMs } from '#contract/reviews/turn.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { notifyAll } from '#server/notifications/actions.ts'
import { readUnmarkedToNotify } from './queries.ts'

/** Reviews per transaction. */
const atOnce = 50

/**
 * Notifies the reviewer, once per slot of a review, that marks have been missing for some hours, as long as
 * the review still waits for the reviewer.
 */
export async function notifyOfMissingMarks(context: Context): Promise<void> {
  for (;;) {
    const notified = await inTransactionThenNotify(context, async (tx) => {
      const now = tx.clock()
      const begunBy = now - marksRemindedAfterMs
      const reviews = await readUnmarkedToNotify(tx.db, { now, begunBy, most: atOnce })
      await notifyAll(
        tx,
        reviews.map(({ id: reviewId, week, due_at, starts_at, ...is }) => ({
          ...({ kind: 'reminded', dedupeKey: `${reviewId} ${starts_at}`, reviewId } as const),
          to: [{ _id: is.reviewer_id, role: 'reviewer' } as const],
          payload: () => ({
            by: null,
            step: 'mark' as const,
            week,
            due: toIsoInstant(due_at),
            student: { _id: is.student_id, name: is.student },
            to: {
              startsAt: toIsoInstant(starts_at),
              reviewer: { _id: is.reviewer_id, name: is.reviewer },
            },
          }),
        })),
      )
      return reviews.length
    })
    if (notified < atOnce) return
  }
}
