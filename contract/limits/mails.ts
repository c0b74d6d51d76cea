/** Of one admin. */
export const testMailsPerMinute = 10
/** A test mail's call waits so long for the mail server's answer, less than a page waits for a call. */
export const testMailTimeoutMs = 5_000
/** A mail that was tried so often and is still not away is worth an admin's look. */
export const triesUntilDelayed = 5

/** A mail is forgotten so many days after it was sent, or after it was written if it never was. */
export const sentMailDays = 30
export const unsentMailDays = 90
