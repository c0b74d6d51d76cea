import type { NotificationKind, ReminderKind } from '#contract/kit/kinds/notification-kind.ts'

export type NotificationTables = {
  /** A person is notified once for each dedupe key. `payload` is JSON in the kind's own schema. */
  notifications: {
    id: string
    person_id: string
    kind: NotificationKind
    dedupe_key: string
    review_id: string | null
    payload: string
    at: number
    /** 1 where it is told on the page. */
    on_page: number
    read_at: number | null
    /** When it is to be mailed, and pushed to browsers; null where that is not wanted, or done. */
    mail_due_at: number | null
    push_due_at: number | null
  }
  /** What somebody has chosen of how they are told; without a row all is as it is at first. */
  notification_settings: {
    person_id: string
    /** JSON: of the kinds whose ways are others than at first, these. */
    channels: string
    /** HH:MM on the person's own clock; both are null where they have no quiet hours. */
    quiet_from: string | null
    quiet_to: string | null
    /** From 1 (Monday); null where no summary is wanted. */
    summary_weekday: number | null
    /** Null for the school's. */
    zone: string | null
  }
  /**
   * The browsers that are notified, each for as long as there is the session of whoever is in it.
   */
  push_subscriptions: {
    session_id: string
    /** Where its push service takes messages; whoever knows that can send to it. */
    endpoint: string
    /** The browser's public key, and a secret between it and us (RFC 8291). */
    p256dh: string
    auth: string
    created_at: number
  }
  /** Notices that are on their way to browsers: a row goes once it is taken, or given up. */
  pushes: {
    notification_id: string
    session_id: string
    attempts: number
    /** When it is tried next; while it is being tried, when another process may. */
    due_at: number
  }
  /**
   * What is to be told when it is due, of the slot that a review has: gone with that, or once told.
   */
  reminders: { review_id: string; kind: ReminderKind; starts_at: number; due_at: number }
  /** What was told of a matter on a day of the school's zone: once, whoever tells it. */
  daily_notifications: { kind: NotificationKind; about: string; day: string; at: number }
}
