import type { Tables } from '#server/database/tables.ts'

/** A mail that this process has taken on to send. */
export type ClaimedMail = Pick<
  Tables['outbox'],
  | ('id' | 'kind' | 'person_id' | 'recipient' | 'subject' | 'body')
  | ('created_at' | 'attempts' | 'good_until')
>

/** Sends a mail that was taken on for it at once, whatever else is due. */
export type DeliveryLoop = {
  /** Returns when it is known how that went, or after the time that a call can wait for it. */
  sendNow: (mail: ClaimedMail) => Promise<void>
}
