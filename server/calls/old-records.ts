import { type Aging, deleteBefore } from '#server/database/delete-old.ts'
import type { Context } from '#server/kit/context.ts'
import { type DeleteSome, daysAgo } from '#server/kit/ops/retention.ts'

/** Up to when (ms since 1970) records of calls are past their time. */
export function recordsKeptFrom(context: Context): number {
  return daysAgo(context, context.settings.callRecordDays)
}

function deleteOldRows<T extends 'call_events' | 'chat_lines' | 'review_drafts'>(
  aging: Aging<T>,
): DeleteSome {
  return (context, atMost) =>
    deleteBefore(context.db, aging, { before: recordsKeptFrom(context), atMost })
}

/**
 * Deletes who came and went in calls, the chat, and what was typed and never submitted, once that
 * is old. For how long both were there stays with the review.
 */
export const deleteOldRecords: DeleteSome[] = [
  deleteOldRows({ table: 'call_events', key: 'id', by: 'at' }),
  deleteOldRows({ table: 'chat_lines', key: 'id', by: 'at' }),
  deleteOldRows({ table: 'review_drafts', key: 'review_id', by: 'saved_at' }),
]
