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
/** After so many seconds a call may be made again that was refused as too many (`Retry-After`). */
export const busyRetrySeconds = 2
/** So often the page itself asks again then for what it only reads. */
export const busyRetries = 2
/** So many of the most used passwords are refused. */
export const usedPasswordsRefused = 10_000
export const mobileNumberLength = 10

export const firstWeek = 1
export const lastWeek = 30

/** Slots can be booked today and on the days after it, so many in all. */
export const bookingHorizonDays = 3
/** How far ahead a reviewer can publish slots, and how many they have from now on at most. */
export const publishHorizonDays = 366
export const slotsAheadMax = 5_000
/** So many days of their own slots a reviewer is shown at a time. */
export const ownSlotsDays = 62
/** So many slots a reviewer removes with one call. */
export const slotsRemovedAtOnce = 500
/** To so many weeks the slots of one are taken with one call, and so many slots in all. */
export const weeksClonedAtOnce = 12
export const slotsClonedAtOnce = 1_000
/** From an availability slots are made for so many days, today among them. */
export const daysMade = 28
/** So many spans of the week an availability has, each every so many weeks at most. */
export const blocksMax = 50
export const everyWeeksMax = 8
/** Of a review in an availability, in minutes. */
export const reviewTimeLeast = 5
/** Between two reviews, in minutes. */
export const bufferMax = 240
export const mostADayMax = 100
/** So many absences that are not over a reviewer has at most. */
export const absencesMax = 100
/** Slots that came free within so many hours are offered, to so many reviews at most. */
export const offeredHours = 24
export const offersMax = 50
/** How far ahead an absence may lie, and how long it may be. */
export const absenceDaysMax = 366
export const minutesADay = 24 * 60

export const markMin = 0
export const markMax = 100

/** A review is due so many days after it was opened. */
export const reviewDueDays = 7
/** For so long how a student goes on can be undone. */
export const undoMinutes = 10
/** So long after a review has begun can be noted that somebody did not come. */
export const noShowAfterMinutes = 10
/** A student asks for another time with so many slots at most. */
export const wishedSlotsMax = 3
/** How often another time is asked for of one review: what else became of it stays in sight. */
export const asksMax = 20
/** So many hours before a review those are reminded who must be there. */
export const reminderHours = { 'reminder-day': 24, 'reminder-hour': 1 } as const
/** One who comes that late is told nothing: the next reminder is nearer than so many hours. */
export const reminderApartHours = 1
/** Of a review that became overdue longer ago nobody is told any more: the server was away. */
export const overdueToldDays = 7
/** That slots run short is told from this hour of the school's clock on, once a day. */
export const slotsShortFromHour = 8
/** A summary of the week is mailed from this hour of its reader's clock on, on the day they like. */
export const summaryFromHour = 7
/** It looks so many days ahead, and names so many of a kind. */
export const daysOfSummary = 7
export const namesInSummary = 10
/** So many students are named to an advisor who is reminded of more. */
export const namesInReminder = 3
/** Why plans change, in so many characters at most. */
export const reasonMaxLength = 500

/** A plan is answered with the best that was found so long after it was asked for. */
export const planMs = 3_500
/** So many reviews and slots are matched at most: the caller's and the soonest due come first. */
export const plannedReviewsMax = 2_000
export const plannedSlotsMax = 10_000
/** So many plans wait to be made; of more, some are refused. */
export const plansWaitingMax = 64
/** So many lines of a plan are booked by one call. */
export const planLinesMax = 200
/** So many slots are suggested for one review. */
export const bestSlotsShown = 5

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
export const adminsToldEveryMs = 5_000
/** Events that a person's sockets on one process can send at once; of them come back a second. */
export const socketEventsBurst = 100
export const socketEventsPerSecond = 50

/** The longest description of a call's media. */
export const sdpMaxLength = 64 * 1024
export const chatLineMaxLength = 2_000
/** What happens in a call's room longer before its slot is told apart from the review itself. */
export const callEarlyMinutes = 30
/** So many of a person's comings and goings within so many minutes are noted one by one. */
export const callEventsOneByOne = 20
export const callEventsSpanMinutes = 10
/** So many entries and lines of each person are kept of a call, and of what was long before it. */
export const callEntriesMax = 400
export const callEntriesEarlyMax = 100
/** Credentials for a TURN server are good for so long. */
export const turnCredentialHours = 6

export const sessionIdleHours = 24
export const sessionMaxDays = 7
/** So many sessions a person can have; with one more the oldest ends. */
export const sessionsMax = 20
/** So much is kept of how a browser names itself. */
export const userAgentMaxLength = 300
export const invitationDays = 7
/** Whoever was invited so many days ago and has not come is told of, and who has not signed in for so many. */
export const invitedLongDays = 3
export const awayDays = 14

/** The link that the server's start prints as long as nobody can sign in. */
export const setUpHours = 1
export const passwordResetHours = 24
/** The link that somebody asked for at the login: anyone can ask for one. */
export const forgottenLinkHours = 1
/** Mails of them to one address, and asks from one network, in an hour. */
export const forgottenPerHour = 3
export const forgottenPerHourOfNetwork = 100

/** A new email is confirmed within so many hours, and taken back within so many days. */
export const emailChangeHours = 24
export const emailUndoDays = 7
/** Of one person, whether or not the address can be had: it tells whether somebody has it. */
export const emailChangesPerHour = 10

/** A second factor's codes (RFC 6238): six digits, a new one every 30 s. */
export const codeDigits = 6
export const codeSeconds = 30
/** So many codes before and after the present one are taken, for clocks that differ. */
export const codeDrift = 1
export const recoveryCodesMade = 10
/** As typed or pasted, with blanks and dashes. */
export const secondFactorCodeMaxLength = 60

/** Of an account from one network. */
export const failedLoginsAllowed = 10
/** Of an account over all networks, and of a network over all accounts. */
export const failedLoginsAllowedInAll = 100
export const failedLoginWindowMinutes = 15
/** Where somebody has signed in within so many days, the failures of others do not keep them out. */
export const knownNetworkDays = 30
/** So many networks are remembered of a person, those of the last logins: a telephone has a new one each day. */
export const knownNetworksMax = 50

/** Logins of one person that succeed: their sessions are twenty at most. */
export const loginsPerMinute = 20
export const loginsPerHour = 100

/** Of one admin. */
export const testMailsPerMinute = 10
/** A test mail's call waits so long for the mail server's answer, less than a page waits for a call. */
export const mailAnswerMs = 5_000
/** A mail that was tried so often and is still not away is worth an admin's look. */
export const triesUntilDelayed = 5

/** What the web page asks for at a time. */
export const pageSize = 50
/** What a list answers when the client names no limit, and the most it can ask for. */
export const listMax = 1_000

/** So many people are blocked, let in or invited by one call, which nobody has to wait for. */
export const peopleAtOnce = 50
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
export const callsPerMinute = 1_000
/** How many of a person's calls in a minute can be such as change something. */
export const changesPerMinute = 120

/** So many of a kind are found at once, when anything is searched for by its name. */
export const foundMax = 6

/** What waits for somebody is counted so far; nobody needs to know of more. */
export const waitingMax = 100

/** For so many days the trail and the record of calls are kept where no setting says otherwise. */
export const trailDaysUsual = 730
export const callRecordDaysUsual = 730
/** The database itself keeps the trail for so long. */
export const trailDaysLeast = 30
/** After an upgrade nothing old is deleted before so many days have passed. */
export const firstDeletionDays = 30
/** A mail is forgotten so many days after it was sent, or after it was written if it never was. */
export const sentMailDays = 30
export const unsentMailDays = 90
/** So long what somebody was told can be read. */
export const noticeDays = 90

/** A minute from one network: 2,000 people behind one address who all load the page anew. */
export const navigationsPerMinute = 6_000
/** The same for what each of these pages asks for before anybody has signed in. */
export const firstAsksPerMinute = 100_000
/** Questions a minute from one network whether the database answers. */
export const readinessAsksPerMinute = 600

/** So many backups are kept where no setting says otherwise. */
export const backupsKeptUsual = 14
/** A look at the server's health takes so long at most: less than a page waits for a call. */
export const healthCheckMs = 5_000
/** Of one admin. */
export const healthLooksPerMinute = 10
/** What ends within so many days is said to end soon: a certificate. */
export const certificateDaysLeast = 14

/** A calendar that is subscribed to holds the reviews of so many days and all that are ahead. */
export const feedDays = 90
/** So many at most: those that are furthest ahead. */
export const feedMax = 1_000
/** The address at which a push service takes messages for a browser. */
export const pushEndpointMaxLength = 1_000
/** So much of a notice's text is pushed: a message holds 4 KB (RFC 8291). */
export const pushTextMaxLength = 300
/** So often a push is tried, and no longer than so many hours. */
export const pushTriesMax = 5
export const pushHours = 24
