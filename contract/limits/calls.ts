/** The longest description of a call's media. */
export const sdpMaxLength = 64 * 1024
export const chatLineMaxLength = 2_000
/** What happens in a call's room longer before its slot is told apart from the review itself. */
export const callEarlyMinutes = 30
/** So many of a person's comings and goings within so many minutes are noted one by one. */
export const callEventsBeforeGrouping = 20
export const callEventsWindowMinutes = 10
/** So many entries and lines of each person are kept of a call, and of what was long before it. */
export const callEntriesMax = 400
export const callEntriesEarlyMax = 100
/** Credentials for a TURN server are good for so long. */
export const turnCredentialHours = 6
