import { sql } from 'kysely'
import { dayMs } from '#contract/kit/time/time.ts'
import { sentMailDays, unsentMailDays } from '#contract/limits/mails.ts'
import { notificationDays } from '#contract/limits/notifications.ts'
import { getSessionCutoffs } from '#server/kit/call/session/session-queries.ts'
import type { Context } from '#server/kit/context.ts'
import { type DeleteBatch, makeDeleteOlder } from '#server/kit/ops/retention.ts'
import { deleteOldEntries } from './audit/delete-old-entries.ts'
import { getRecordCutoff } from './calls/actions.ts'

/** What is exactly so many days old is too old. */
const olderThanDays =
  (days: number) =>
  ({ clock }: Context) =>
    clock() - days * dayMs + 1

/** What expires at this very instant has expired. */
const expired = olderThanDays(0)

/** All that is deleted when it is past its time (docs/run/data.md says of each table what ends it). */
export const retentionRules: readonly DeleteBatch[] = [
  deleteOldEntries,
  // For how long both were in a call stays with the review.
  makeDeleteOlder({ table: 'call_events', key: 'id', by: 'at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'chat_lines', key: 'id', by: 'at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'review_drafts', key: 'review_id', by: 'saved_at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'outbox', key: 'id', by: 'sent_at' }, olderThanDays(sentMailDays)),
  makeDeleteOlder(
    { table: 'outbox', key: 'id', by: 'created_at', only: sql<boolean>`sent_at is null` },
    olderThanDays(unsentMailDays),
  ),
  makeDeleteOlder({ table: 'notifications', key: 'id', by: 'at' }, olderThanDays(notificationDays)),
  // All that were told at one instant go together.
  makeDeleteOlder({ table: 'daily_notifications', key: 'at', by: 'at' }, olderThanDays(2)),
  // One that ended earlier, as it was not used, goes with the next login of its person or now.
  makeDeleteOlder(
    { table: 'sessions', key: 'token_hash', by: 'created_at' },
    ({ clock }) => getSessionCutoffs(clock()).beginning + 1,
  ),
  // All that begin at one instant go together, whosever they are.
  makeDeleteOlder({ table: 'removed_slots', key: 'starts_at', by: 'starts_at' }, olderThanDays(1)),
  makeDeleteOlder({ table: 'invitations', key: 'person_id', by: 'expires_at' }, expired),
  makeDeleteOlder({ table: 'password_resets', key: 'person_id', by: 'expires_at' }, expired),
  makeDeleteOlder({ table: 'email_changes', key: 'id', by: 'expires_at' }, expired),
]
