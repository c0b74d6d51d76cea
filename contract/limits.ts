/** The constants of the specification's section 9, and the limits the server keeps beside them. */

export const requestTimeoutMs = 6_000

export const passwordMinLength = 8
/** Longer ones would only make hashing slow. */
export const passwordMaxLength = 200
/** So many passwords are hashed at a time, which leaves threads for other work. */
export const hashesAtOnce = 2
/** So many wait for it; more are refused. */
export const hashesWaitingMax = 64
/** So many calls are under way at a time in one process; more are refused. */
export const callsAtOnce = 1_000
/**
 * Once a process has been busy for so long without a pause, it refuses calls until it has caught up:
 * whoever is still answered is so before the page gives up.
 */
export const callWaitsMs = 4_000
/** So many of the most used passwords are refused. */
export const usedPasswordsRefused = 10_000
export const mobileNumberLength = 10

export const firstWeek = 1
export const lastWeek = 30

/** Slots can be booked today and on the days after it, so many in all. */
export const bookingHorizonDays = 3
/** How far ahead a reviewer can publish slots. */
export const publishHorizonDays = 366
export const minutesADay = 24 * 60

export const markMin = 0
export const markMax = 100

/** A review is due so many days after it was opened. */
export const reviewDueDays = 7

export const toastMs = 5_000
export const successDialogMs = 2_000

export const storageVersion = 1
export const storageTimeoutMs = 5_000

export const socketReconnectDelayMs = 1_000
export const socketReconnectDelayMaxMs = 5_000
export const socketRandomizationFactor = 0.5
export const socketConnectTimeoutMs = 20_000
/** The largest message that a socket takes. */
export const socketMessageMaxBytes = 128 * 1024
/** Events that a socket can send at once, and how many a second it gets back of them. */
export const socketEventsBurst = 100
export const socketEventsPerSecond = 50

/** The longest description of a call's media. */
export const sdpMaxLength = 64 * 1024
export const chatLineMaxLength = 2_000
/** Credentials for a TURN server are good for so long. */
export const turnCredentialHours = 6

export const sessionIdleHours = 24
export const sessionMaxDays = 7
/** So much is kept of how a browser names itself. */
export const userAgentMaxLength = 300
export const invitationDays = 7

export const passwordResetHours = 24

/** A second factor's codes (RFC 6238): six digits, a new one every 30 s. */
export const codeDigits = 6
export const codeSeconds = 30
/** So many codes before and after the present one are taken, for clocks that differ. */
export const codeDrift = 1
export const recoveryCodesMade = 10
/** As typed or pasted, with blanks and dashes. */
export const secondFactorCodeMaxLength = 60

export const failedLoginsAllowed = 10
export const failedLoginWindowMinutes = 15

/** A test mail's call waits so long for the mail server's answer, less than a page waits for a call. */
export const mailAnswerMs = 5_000
/** A mail that was tried so often and is still not away is worth an admin's look. */
export const triesUntilDelayed = 5

/** What the web page asks for at a time. */
export const pageSize = 50
/** What a list answers when the client names no limit, and the most it can ask for. */
export const listMax = 1_000

export const nameMaxLength = 120
export const emailMaxLength = 254
export const lineMaxLength = 500
export const linesMax = 50
export const bodyMaxBytes = 256 * 1024

/** The reply to a call with an `Idempotency-Key` is kept for so long, for whoever asks again. */
export const idempotencyKeyHours = 24
export const idempotencyKeyMaxLength = 200

/** Handshakes of sockets a minute from one network: a whole school may come back at once. */
export const handshakesPerMinute = 1_000

/** Calls a minute that one session, or one address without a live session, can make. */
export const callsPerMinute = 1_000
