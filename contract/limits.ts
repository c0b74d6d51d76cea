/**
 * The constants of the specification's section 9, and the limits of no single room that the server
 * keeps beside them; those of a room stand in `limits/`.
 */

export const requestTimeoutMs = 6_000

export const passwordMinLength = 8
export const mobileNumberLength = 10

/** So many calls are under way at a time in one process; more are refused. */
export const concurrentRequestsMax = 1_000
/**
 * Once people wait for so long before a process turns to them, it refuses calls until it has caught
 * up: whoever is still answered is so before the page gives up.
 */
export const requestDelayMaxMs = 4_000
/** After so many seconds a call may be made again that was refused as too many (`Retry-After`). */
export const retryAfterSeconds = 2
/** So often the page itself asks again then for what it only reads. */
export const automaticRetries = 2

export const firstWeek = 1
export const lastWeek = 30

/**
 * Slots can be booked today and on the days after it, so many in all where a school has not said.
 */
export const bookingHorizonDays = 3
/** A school can make it so many. */
export const bookableDaysMax = 28

/**
 * A slot is planned so many days before a review is due at the earliest, unless a school says more.
 */
export const planEarliestDaysDefault = 2
export const planEarliestDaysMax = 7
/** And it begins so many hours from now at the earliest, unless the review is overdue. */
export const planNoticeHoursDefault = 12
export const planNoticeHoursMax = 48

export const minutesPerDay = 24 * 60

/** What a school is called that has given no name. */
export const productName = 'Weekward'

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
/** So many pages of one person have a socket on one process; of more, the newest have none. */
export const socketsPerPerson = 50
/** However much changes, each process tells the pages of admins of it so often at most. */
export const adminNotifyIntervalMs = 5_000
/** Events that a person's sockets on one process can send at once; of them come back a second. */
export const socketEventsBurst = 100
export const socketEventsPerSecond = 50

/** What the web page asks for at a time. */
export const pageSize = 50
/** What a list answers when the client names no limit, and the most it can ask for. */
export const listLimitMax = 1_000

export const nameMaxLength = 120
export const emailMaxLength = 254
export const lineMaxLength = 500
export const linesMax = 50
export const bodyMaxBytes = 256 * 1024
/** The most items that all lists of an input may have together. */
export const inputItemsMax = 2_000
/** So many fields are named at most when an input is refused. */
export const errorFieldsMax = 100

/** The reply to a call with an `Idempotency-Key` is kept for so long, for whoever asks again. */
export const idempotencyKeyHours = 24
export const idempotencyKeyMaxLength = 200

/** Handshakes of sockets a minute from one network: a whole school may come back at once. */
export const handshakesPerMinute = 1_000

/** Calls a minute that one person, or one network without a live session, can make. */
export const requestsPerMinute = 1_000
/**
 * How many of a person's calls one process has under way at a time, until their replies are read.
 */
export const concurrentRequestsPerPerson = 100
/** How many of a person's calls in a minute can be such as change something. */
export const changesPerMinute = 120

/** So many of a kind are found at once, when anything is searched for by its name. */
export const searchResultsMax = 6

/** What waits for somebody is counted so far; nobody needs to know of more. */
export const waitingCountMax = 100

/**
 * For so many days the audit log and the record of calls are kept where no setting says otherwise.
 */
export const auditDaysDefault = 730
export const callRecordDaysDefault = 730
/** The database itself keeps the audit log for so long. */
export const auditDaysMin = 30
/** After an upgrade nothing old is deleted before so many days have passed. */
export const firstDeletionDays = 30

/** A minute from one network: 2,000 people behind one address who all load the page anew. */
export const navigationsPerMinute = 6_000
/** The same for what each of these pages asks for before anybody has signed in. */
export const anonymousRequestsPerMinute = 100_000
/** Questions a minute from one network whether the database answers. */
export const readinessChecksPerMinute = 600

/** So many backups are kept where no setting says otherwise. */
export const backupsKeptDefault = 14
