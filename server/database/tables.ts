import type { AccountTables } from './tables/accounts.ts'
import type { AuditTables } from './tables/audit.ts'
import type { AvailabilityTables } from './tables/availability.ts'
import type { CallTables } from './tables/calls.ts'
import type { DomainTables } from './tables/domains.ts'
import type { MailTables } from './tables/mails.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { PersonTables } from './tables/people.ts'
import type { ReviewTables } from './tables/reviews.ts'
import type { SchoolTables, WebhookTables } from './tables/school-and-webhooks.ts'
import type { SlotTables } from './tables/slots.ts'
import type { TaskTables } from './tables/tasks.ts'

/** Tables of no room, and of rooms that have one. */
type OtherTables = {
  /** By which address somebody's own calendar reads their reviews; made at an instant. */
  calendar_feeds: { person_id: string; secret_hash: string; made_at: number }
  /** What calls with an Idempotency-Key were answered; null only within the call itself. */
  idempotency_keys: { id: string; fingerprint: string; reply: string | null; created_at: number }
  /** Single facts about this database, such as that it was filled with demo data. */
  facts: { name: string; value: string }
}

/**
 * The tables of both databases. Instants are milliseconds since 1970, lists of text are JSON, and a
 * state with a beginning is the instant of its beginning or null, so that no column needs a type
 * that only one database has.
 */
export type Tables = AccountTables &
  PersonTables &
  DomainTables &
  TaskTables &
  SlotTables &
  ReviewTables &
  AvailabilityTables &
  CallTables &
  NotificationTables &
  MailTables &
  AuditTables &
  SchoolTables &
  WebhookTables &
  OtherTables

/**
 * Columns that are derived from others, or record when something happened, and are left out of the
 * audit log.
 */
export const unauditedColumns: { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] } = {
  people: ['search_key', 'sort_key', 'import_id'],
  domains: ['name_key', 'sort_key'],
  webhooks: ['old_secret'],
  slots: ['is_busy'],
  reviews: [
    'reviewer_id',
    'held_at',
    'freed_slot_id',
    'booked_at',
    'marked_at',
    'tries',
    'follows_critical',
    'theory_falling',
    'held_ms',
  ],
}
