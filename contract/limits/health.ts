/** A look at the server's health takes so long at most: less than a page waits for a call. */
export const healthCheckMs = 5_000
/** Of one admin. */
export const healthLooksPerMinute = 10
/** What ends within so many days is said to end soon: a certificate. */
export const certificateDaysMin = 14
