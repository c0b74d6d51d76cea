import type { WebhookOffReason } from '#contract/kit/kinds/webhook-off-reason.ts'
import type { PhoneNumberFormat } from '#contract/kit/text/phone-number-formats.ts'
import type { SortingLanguage } from '#contract/kit/text/sorting-languages.ts'

export type SchoolTables = {
  /** What the school has set of itself, in one row; null for what is as usual. */
  school_settings: {
    id: 1
    /** Counts the changes: whoever has read an older one reads anew. */
    version: number
    name: string | null
    /** The picture's bytes, in base64. */
    logo: string | null
    time_zone: string | null
    /** Holds the mail server's password. */
    smtp_url: string | null
    /** An address alone. */
    mail_from: string | null
    /** On so many days, today's included, slots can be booked. */
    bookable_days: number | null
    /** In whose order lists are. */
    language: SortingLanguage | null
    /** How mobile numbers are given. */
    phone_numbers: PhoneNumberFormat | null
    plan_earliest_days: number | null
    plan_notice_hours: number | null
    /** As JSON, by date. */
    holidays: string | null
  }
  /** The Monday of the last week of which a person was mailed a summary. */
  weekly_summaries: { person_id: string; week: string }
}

export type WebhookTables = {
  /** Other systems that are told of events. */
  webhooks: {
    id: string
    url: string
    /** A JSON list of the events that it is told of. */
    events: string
    /** Signs what is sent; shown once. */
    secret: string
    /** Sign too, for a day after the instant behind `@` (ms); separated by spaces, newest first. */
    old_secret: string | null
    secret_rolled_at: number | null
    created_at: number
    /** Since when nothing is sent any more, and why; null while it is on. */
    off_at: number | null
    off_reason: WebhookOffReason | null
  }
  /** An event on its way to a webhook, and the log of it afterwards. */
  webhook_deliveries: {
    id: string
    webhook_id: string
    /** The id by which the receiver knows a repetition; the same when it is sent again. */
    event_id: string
    type: string
    /** Events of one subject are sent in their order; null for one sent by hand. */
    subject_id: string | null
    /** The JSON text that is sent. */
    payload: string
    /** When it was to be sent: at the change, or when it was sent again by hand. */
    at: number
    /** The next attempt; null once it was delivered or has failed. */
    due_at: number | null
    /** While an attempt is under way: when another process may take over. */
    claimed_until: number | null
    attempts: number
    first_tried_at: number | null
    /** Of the last attempt: when, its signature, the answer, and the time until then. */
    tried_at: number | null
    signature: string | null
    status: number | null
    answer: string | null
    /** Why there was no answer, or none that counts. */
    error: string | null
    took_ms: number | null
    delivered_at: number | null
    failed_at: number | null
  }
}
