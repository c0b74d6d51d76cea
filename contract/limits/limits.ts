/**
 * The constants of the specification's section 9, and the server's limits that belong to no single
 * room. Those of a room are in `limits/`.
 */

export const requestTimeoutMs = 6_000

export const passwordMinLength = 8
export const mobileNumberLength = 10

/** Requests in progress in one process. Further ones are refused. */
export const concurrentRequestsMax = 1_000
/**
 * A process whose requests wait longer than this refuses new ones until it has caught up, so that
 * the ones it accepts are answered before the page gives up.
 */
export const overloadDelayMs = 4_000
/** The `Retry-After` of a refusal because of load, in seconds. */
export const retryAfterSeconds = 2
/** How often the page retries a refused read. */
export const automaticRetries = 2

export const firstWeek = 1
export const lastWeek = 30
export const weeks = /* @__PURE__ */ Array.from(
  { length: lastWeek - firstWeek + 1 },
  (_, index) => firstWeek + index,
)

/** For how many days slots can be booked, today included, unless the school sets another. */
export const bookingHorizonDaysDefault = 3
/** The most days a school can set. */
export const bookingHorizonDaysMax = 28

/**
 * The earliest day to plan a slot for, in days before the review is due, unless the school sets
 * another.
 */
export const planDaysBeforeDueDefault = 2
export const planDaysBeforeDueMax = 7
/** A planned slot begins at least this many hours from now, unless the review is overdue. */
export const planNoticeHoursDefault = 12
export const planNoticeHoursMax = 48

export const minutesPerDay = 24 * 60

/** Holidays of a school, past ones included, and the longest one in days. */
export const holidaysMax = 100
export const holidayDaysMax = 366
export const holidayNameMaxLength = 60
/** The most reviews booked on a new holiday that are named. */
export const bookingsOnHolidayShown = 10

/** The name of a school that has not set one. */
export const productName = 'Weekward'

export const toastMs = 5_000
export const successDialogMs = 2_000

export const storageVersion = 1
export const storageTimeoutMs = 5_000

export const socketReconnectDelayMs = 1_000
export const socketReconnectDelayMaxMs = 5_000
export const socketRandomizationFactor = 0.5
export const socketConnectTimeoutMs = 20_000
/** The largest socket message the server accepts. */
export const socketMessageMaxBytes = 128 * 1024
/** Sockets of one person in one process. The newest are refused beyond this. */
export const socketsPerPerson = 50
/** The shortest interval at which one process notifies the pages of admins. */
export const adminNotifyIntervalMs = 5_000
/**
 * A token bucket for events from a person's sockets in one process: its capacity and its refill per
 * second.
 */
export const socketEventsBurst = 100
export const socketEventsPerSecond = 50

/** The page size of the web page's lists. */
export const pageSize = 50
/** The default and the maximum `limit` of a list. */
export const listLimitMax = 1_000

export const nameMaxLength = 120
export const emailMaxLength = 254
export const lineMaxLength = 500
export const linesMax = 50
export const bodyMaxBytes = 256 * 1024
/** The most items in all lists of an input together. */
export const inputItemsMax = 2_000
/** The most fields named in a refusal. */
export const errorFieldsMax = 100

/** How long the reply to a call with an `Idempotency-Key` is kept for retries. */
export const idempotencyKeyHours = 24
export const idempotencyKeyMaxLength = 200

/** Socket handshakes a minute from one network. A whole school may reconnect at once. */
export const handshakesPerMinute = 1_000

/** Requests a minute from one person, or from one network without a session. */
export const requestsPerMinute = 1_000
/** A person's requests in progress in one process, until their replies are read. */
export const concurrentRequestsPerPerson = 100
/** Requests of a person that change something, a minute. */
export const changesPerMinute = 120

/** Requests a minute by one API token, those that change something, and those in progress. */
export const tokenRequestsPerMinute = 300
export const tokenChangesPerMinute = 60
export const concurrentRequestsPerToken = 10

/** The most results of each kind in a search by name. */
export const searchResultsMax = 6

/** Counts of what waits for a person stop here. */
export const waitingCountMax = 100

/** Default retention of the audit log and of call records, in days. */
export const auditDaysDefault = 730
export const callRecordDaysDefault = 730
/** The database itself keeps the audit log at least this long. */
export const auditDaysMin = 30
/** Days after an upgrade before old data is deleted for the first time. */
export const firstDeletionDays = 30

/** Page loads a minute from one network: 2,000 people behind one address who all reload. */
export const navigationsPerMinute = 6_000
/** Requests a minute from one network that each page makes before anyone has signed in. */
export const anonymousRequestsPerMinute = 100_000
/** Readiness checks a minute from one network. */
export const readinessChecksPerMinute = 600

/** When a backup is made each night, in the school's time zone: when the fewest people work. */
export const backupTime = '03:00'
/** The default number of backups to keep. */
export const backupsKeptDefault = 14
/** The longest course as Markdown: 30 weeks with every list full are longer than any school's. */
export const courseMarkdownMaxLength = 512 * 1024
