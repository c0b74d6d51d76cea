/** For one admin. */
export const testMailsPerMinute = 10
/** How long a test mail waits for the mail server. Shorter than the page's own timeout. */
export const testMailTimeoutMs = 5_000
/** A mail that is still unsent after this many tries counts as delayed. */
export const mailDelayedAfterTries = 5

/**
 * Days after which mails are deleted: since they were sent, or since they were written if they
 * never were.
 */
export const sentMailDays = 30
export const unsentMailDays = 90
