import { sql } from 'kysely'
import { dayMs } from '#contract/kit/time/time.ts'
import { sentMailDays, unsentMailDays } from '#contract/limits/mails.ts'
import { notificationDays } from '#contract/limits/notifications.ts'
import { endedBefore } from '#server/kit/call/session/session-queries.ts'
import type { Context } from '#server/kit/context.ts'
import { type DeleteSome, deleteOlder } from '#server/kit/ops/retention.ts'
import { deleteOldEntries } from './audit/delete-old-entries.ts'
import { recordsKeptFrom } from './calls/actions.ts'

/** What is exactly so many days old is too old. */
const daysOld =
  (days: number) =>
  ({ clock }: Context) =>
    clock() - days * dayMs + 1

/** What expires at this very instant has expired. */
const expired = daysOld(0)

/** All that is deleted when it is past its time (docs/run/data.md says of each table what ends it). */
export const retentionRules: readonly DeleteSome[] = [
  deleteOldEntries,
  // For how long both were in a call stays with the review.
  deleteOlder({ table: 'call_events', key: 'id', by: 'at' }, recordsKeptFrom),
  deleteOlder({ table: 'chat_lines', key: 'id', by: 'at' }, recordsKeptFrom),
  deleteOlder({ table: 'review_drafts', key: 'review_id', by: 'saved_at' }, recordsKeptFrom),
  deleteOlder({ table: 'outbox', key: 'id', by: 'sent_at' }, daysOld(sentMailDays)),
  deleteOlder(
    { table: 'outbox', key: 'id', by: 'created_at', only: sql<boolean>`sent_at is null` },
    daysOld(unsentMailDays),
  ),
  deleteOlder({ table: 'notifications', key: 'id', by: 'at' }, daysOld(notificationDays)),
  // All that were told at one instant go together.
  deleteOlder({ table: 'daily_notifications', key: 'at', by: 'at' }, daysOld(2)),
  // One that ended earlier, as it was not used, goes with the next login of its person or now.
  deleteOlder(
    { table: 'sessions', key: 'token_hash', by: 'created_at' },
    ({ clock }) => endedBefore(clock()).beginning + 1,
  ),
  // All that begin at one instant go together, whosever they are.
  deleteOlder({ table: 'removed_slots', key: 'starts_at', by: 'starts_at' }, daysOld(1)),
  deleteOlder({ table: 'invitations', key: 'person_id', by: 'expires_at' }, expired),
  deleteOlder({ table: 'password_resets', key: 'person_id', by: 'expires_at' }, expired),
  deleteOlder({ table: 'email_changes', key: 'id', by: 'expires_at' }, expired),
]
