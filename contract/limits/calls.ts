import { hourMs } from '../kit/time/durations.ts'

/** The longest SDP of an offer or answer. */
export const sdpMaxLength = 64 * 1024
export const chatLineMaxLength = 2_000
/** Events earlier than this before the slot are kept apart from the review itself. */
export const earlyCallMinutes = 30
/**
 * A person's joining and leaving is recorded one by one up to this many times in this many minutes,
 * then grouped.
 */
export const callEventsBeforeGrouping = 20
export const callEventsWindowMinutes = 10
/** Events and chat lines kept for each person in a call, and for the time long before it. */
export const callRecordsMax = 400
export const earlyCallRecordsMax = 100
/** A process that dies records no leaving, so presence is trusted only for this long. */
export const presenceTrustedMs = 2 * hourMs
/** How long TURN credentials are valid. */
export const turnCredentialHours = 6
