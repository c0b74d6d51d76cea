/** That slots run short is told from this hour of the school's clock on, once a day. */
export const slotShortageFromHour = 8
/** So long its mail is of use: the next morning tells how it is then. */
export const slotShortageMailHours = 12
/** A summary of the week is mailed from this hour of its reader's clock on, on the day they like. */
export const summaryFromHour = 7
/** It looks so many days ahead, and names so many of a kind. */
export const summaryDays = 7
export const namesInSummary = 10
/** So many students are named to an advisor who is reminded of more. */
export const namesInReminder = 3

/** So long what somebody was told can be read. */
export const notificationDays = 90

/** The address at which a push service takes messages for a browser. */
export const pushEndpointMaxLength = 1_000
/** So much of a notice's text is pushed: a message holds 4 KB (RFC 8291). */
export const pushTextMaxLength = 300
/** So often a push is tried, and no longer than so many hours. */
export const pushTriesMax = 5
export const pushHours = 24
