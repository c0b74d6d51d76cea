/** Longer ones would only make hashing slow. */
export const passwordMaxLength = 200
/** So many passwords are hashed at a time, which leaves threads for other work. */
export const concurrentHashesMax = 2
/** So many wait for it; more are refused. */
export const queuedHashesMax = 64
/** So many of the most used passwords are refused. */
export const commonPasswordsRefused = 10_000

export const sessionIdleHours = 24
export const sessionMaxDays = 7
/** So many sessions a person can have; with one more the oldest ends. */
export const sessionsMax = 20
/** So much is kept of how a browser names itself. */
export const userAgentMaxLength = 300
export const invitationDays = 7
/**
 * Whoever was invited so many days ago and has not come is told of, and who has not signed in for
 * so many.
 */
export const unansweredInvitationDays = 3
export const inactiveDays = 14

/** By which a browser is known again that has signed in before: its page has made it up. */
export const browserIdMaxLength = 100
/** So many browsers are remembered of a person, those of the last logins. */
export const knownBrowsersMax = 50

/** The link that the server's start prints as long as nobody can sign in. */
export const setUpHours = 1
export const passwordResetHours = 24
/** The link that somebody asked for at the login: anyone can ask for one. */
export const forgotPasswordLinkHours = 1
/** Mails of them to one address, and asks from one network, in an hour. */
export const forgotPasswordMailsPerHour = 3
export const forgotPasswordRequestsPerNetworkHour = 100

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
export const recoveryCodeCount = 10
/** As typed or pasted, with blanks and dashes. */
export const secondFactorCodeMaxLength = 60

/** Of an account from one network. */
export const failedLoginsAllowed = 10
/** Of an account over all networks, and of a network over all accounts. */
export const failedLoginsAllowedInTotal = 100
export const failedLoginWindowMinutes = 15
/** Where somebody has signed in within so many days, the failures of others do not keep them out. */
export const knownNetworkDays = 30
/**
 * So many networks are remembered of a person, those of the last logins: a telephone has a new one
 * each day.
 */
export const knownNetworksMax = 50

/** Logins of one person that succeed: their sessions are twenty at most. */
export const loginsPerMinute = 20
export const loginsPerHour = 100

/** So many people are blocked, let in or invited by one call, which nobody has to wait for. */
export const bulkActionPeopleMax = 50
