import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { ReviewData, WebhookEvent } from '#contract/webhooks/events.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { publishEvents } from '#server/webhooks/actions.ts'
import { readOwnReview } from '../list-queries.ts'
import { showReview } from '../view/review-view.ts'
import type { HistoryEntry } from './history-entry.ts'

type ReviewEvent = Extract<WebhookEvent, `review.${string}`>

/**
 * Tells webhooks of a review, as it is now and as a reviewer sees it: without others' reasons.
 * `previous` is the slot that it lost or left.
 */
export function notifyReviewWebhooks(
  context: Context<Tx>,
  type: ReviewEvent,
  reviewId: string,
  previous: ReviewData['previous'] = null,
): Promise<void> {
  return publishEvents(context, type, async () => {
    const row = await readOwnReview.admin(context.db, { personId: '', id: reviewId })
    if (!row) return []
    const review = await showReview(context, 'reviewer', row)
    const mark = review.status === 'conducted' ? review.mark : null
    return [{ subjectId: reviewId, data: { ...review, mark, previous } }]
  })
}

/** The event of a history entry; undefined if it leaves slot, marks and decision alone. */
export function getWebhookEvent({
  what,
  from,
  to,
}: Pick<HistoryEntry, 'what' | 'from' | 'to'>): ReviewEvent | undefined {
  if (what !== 'undone') return events[what]
  if (to) return from ? 'review.moved' : 'review.booked'
  return from && 'review.cancelled'
}

const events: Partial<Record<HistoryKind, ReviewEvent>> = {
  booked: 'review.booked',
  moved: 'review.moved',
  cancelled: 'review.cancelled',
  lost: 'review.cancelled',
  'no-show': 'review.cancelled',
  marked: 'review.conducted',
  decided: 'review.decided',
}
