import type { Tables } from '#server/database/tables.ts'

/** A mail that this process has claimed for sending. */
export type ClaimedMail = Pick<
  Tables['outbox'],
  | ('id' | 'kind' | 'person_id' | 'recipient' | 'subject' | 'body')
  | ('created_at' | 'attempts' | 'good_until')
>

/** Sends a claimed mail at once, before all others that are due. */
export type DeliveryLoop = {
  /** Resolves when the result is known, or after the time that a call can wait. */
  sendNow: (mail: ClaimedMail) => Promise<void>
}
