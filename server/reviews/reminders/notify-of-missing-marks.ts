import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { marksRemindedAfterMs } from '#contract/reviews/turn.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { type NewNotification, notifyAll } from '#server/notifications/actions.ts'
import { readUnmarkedToNotify } from './queries.ts'

/** Reviews per transaction. */
const atOnce = 50

type Unmarked = Awaited<ReturnType<typeof readUnmarkedToNotify>>[number]

/**
 * Notifies the reviewer, once per slot of a review, that marks have been missing for some hours, as
 * long as the review still waits for the reviewer. An error with one review does not affect the
 * others, and is thrown at the end.
 */
export async function notifyOfMissingMarks(context: Context): Promise<void> {
  await attemptAll('not all reviewers were reminded of missing marks', async (attempt) => {
    let after = { afterStart: 0, afterId: '' }
    for (;;) {
      const now = context.clock()
      const asked = { now, begunBy: now - marksRemindedAfterMs, most: atOnce }
      const reviews = await readUnmarkedToNotify(context.db, { ...asked, ...after })
      await attempt(reviews, (some) =>
        inTransactionThenNotify(context, (tx) => notifyAll(tx, some.map(toNotification))),
      )
      const last = reviews[atOnce - 1]
      if (!last) return
      after = { afterStart: last.starts_at, afterId: last.id }
    }
  })
}

function toNotification(review: Unmarked): NewNotification<'reminded'> {
  const { id: reviewId, week, due_at, starts_at, reviewer_id } = review
  return {
    kind: 'reminded',
    dedupeKey: `${reviewId} ${starts_at}`,
    reviewId,
    to: [{ _id: reviewer_id, role: 'reviewer' }],
    payload: () => ({
      by: null,
      step: 'mark',
      week,
      due: toIsoInstant(due_at),
      student: { _id: review.student_id, name: review.student },
      to: {
        startsAt: toIsoInstant(starts_at),
        reviewer: { _id: reviewer_id, name: review.reviewer },
      },
    }),
  }
}
