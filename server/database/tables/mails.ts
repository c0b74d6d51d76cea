import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'

export type MailTables = {
  outbox: {
    id: string
    recipient: string
    subject: string
    /** Holds the invitation's link, so it is emptied as soon as the mail is away. */
    body: string
    /** What it is for, and for whom; null for mails of an older version, and for nobody we know. */
    kind: MailKind | null
    person_id: string | null
    /** Which review it tells of; null where it tells of none, or of several things. */
    review_id: string | null
    created_at: number
    sent_at: number | null
    attempts: number
    /** When it is tried next; while it is being tried, when another process may. */
    due_at: number
    /** Until then whoever tries it keeps it for themselves; null while nobody does. */
    claimed_until: number | null
    /** Why the last try failed. */
    last_error: string | null
    /** When it was given up: it is tried no more. */
    failed_at: number | null
    /** When it became of no use before it was sent: a newer one stands in its place. */
    dropped_at: number | null
    /** What the mail server said when it took it. */
    answer: string | null
    /** From then on it is not sent any more; null where it is of use whenever it comes. */
    good_until: number | null
  }
}
