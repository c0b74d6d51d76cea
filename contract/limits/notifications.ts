/** The school's local hour from which slot shortages are reported, once a day. */
export const slotShortageFromHour = 8
/** How long the mail about a shortage is useful. The next morning has a new report. */
export const slotShortageMailUsefulHours = 12
/** The reader's local hour from which weekly summaries are mailed. */
export const weeklySummaryFromHour = 7
/** The days a summary covers, and the names it lists for each item. */
export const summaryDays = 7
export const namesInSummary = 10
/** Students named in a reminder to an advisor. */
export const namesInReminder = 3

/** How long notifications can be read. */
export const notificationDays = 90

/** The longest URL of a push subscription. */
export const pushEndpointMaxLength = 1_000
/** Push messages cut the text here: they can hold 4 KB (RFC 8291). */
export const pushTextMaxLength = 300
/** The most tries to deliver a push message, and the hours to do it in. */
export const pushTriesMax = 5
export const pushHours = 24
