import { sql } from 'kysely'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { expiredApiTokenDays } from '#contract/limits/accounts.ts'
import { sentMailDays, unsentMailDays } from '#contract/limits/mails.ts'
import { notificationDays } from '#contract/limits/notifications.ts'
import { webhookDeliveryDays } from '#contract/limits/webhooks.ts'
import { getSessionCutoffs } from '#server/kit/call/session/session-queries.ts'
import type { Context } from '#server/kit/context.ts'
import { type DeleteBatch, makeDeleteOlder } from '#server/kit/ops/retention.ts'
import { failureWindowMs } from './accounts/lockouts/failed-logins.ts'
import { deleteOldEntries } from './audit/delete-old-entries.ts'
import { getRecordCutoff } from './calls/actions.ts'

/** Rows exactly that many days old are deleted too. */
const olderThanDays =
  (days: number) =>
  ({ clock }: Context) =>
    clock() - days * dayMs + 1

/** Rows that expire at this instant have expired. */
const expired = olderThanDays(0)

/** Everything that expires (docs/run/data.md explains each table). */
export const retentionRules: readonly DeleteBatch[] = [
  deleteOldEntries,
  // The time together stays with the review.
  makeDeleteOlder({ table: 'call_events', key: 'id', by: 'at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'chat_lines', key: 'id', by: 'at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'review_drafts', key: 'review_id', by: 'saved_at' }, getRecordCutoff),
  makeDeleteOlder({ table: 'outbox', key: 'id', by: 'sent_at' }, olderThanDays(sentMailDays)),
  makeDeleteOlder(
    { table: 'outbox', key: 'id', by: 'created_at', only: sql<boolean>`sent_at is null` },
    olderThanDays(unsentMailDays),
  ),
  makeDeleteOlder({ table: 'notifications', key: 'id', by: 'at' }, olderThanDays(notificationDays)),
  // Rows of the same instant are deleted together.
  makeDeleteOlder({ table: 'daily_notifications', key: 'at', by: 'at' }, olderThanDays(2)),
  // Sessions that ended earlier because of inactivity go with the person's next login or now.
  makeDeleteOlder(
    { table: 'sessions', key: 'token_hash', by: 'created_at' },
    ({ clock }) => getSessionCutoffs(clock()).beginning + 1,
  ),
  makeDeleteOlder(
    { table: 'api_tokens', key: 'id', by: 'expires_at' },
    olderThanDays(expiredApiTokenDays),
  ),
  // Rows with the same start are deleted together, for all reviewers.
  makeDeleteOlder({ table: 'removed_slots', key: 'starts_at', by: 'starts_at' }, olderThanDays(1)),
  makeDeleteOlder(
    { table: 'webhook_deliveries', key: 'id', by: 'at' },
    olderThanDays(webhookDeliveryDays),
  ),
  makeDeleteOlder({ table: 'invitations', key: 'person_id', by: 'expires_at' }, expired),
  makeDeleteOlder({ table: 'password_resets', key: 'person_id', by: 'expires_at' }, expired),
  makeDeleteOlder({ table: 'oidc_attempts', key: 'secret_hash', by: 'expires_at' }, expired),
  makeDeleteOlder(
    { table: 'login_failures', key: 'id', by: 'failed_at' },
    ({ clock }) => clock() - failureWindowMs,
  ),
  makeDeleteOlder(
    { table: 'forgotten_passwords', key: 'id', by: 'asked_at' },
    ({ clock }) => clock() - hourMs,
  ),
  makeDeleteOlder({ table: 'email_changes', key: 'id', by: 'expires_at' }, expired),
]
