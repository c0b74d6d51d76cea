/** Longer passwords would only slow down hashing. */
export const passwordMaxLength = 200
/** Passwords hashed at a time. Leaves threads for other work. */
export const concurrentHashesMax = 2
/** Hashes that wait for a thread. Further ones are refused. */
export const queuedHashesMax = 64
export const commonPasswordsRefused = 10_000

export const sessionIdleHours = 24
export const sessionMaxDays = 7
/** Sessions of one person. Beyond this, the oldest ends. */
export const sessionsMax = 20
/** The user agent is cut to this length. */
export const userAgentMaxLength = 300
export const invitationDays = 7
/** Days after which people count as inactive: never signed in, or not signed in since. */
export const invitedInactiveDays = 3
export const inactiveDays = 14

/** The id a browser's page generates, by which the browser is recognised at the next login. */
export const browserIdMaxLength = 100
/** Browsers remembered for each person, the most recent ones. */
export const knownBrowsersMax = 50

/** How long the set-up link that the server prints is valid. */
export const setUpHours = 1
export const passwordResetHours = 24
/** How long the link of 'forgot password' is valid. Short, because anyone can request one. */
export const forgotPasswordLinkHours = 1
/** 'Forgot password' mails to one address, and requests from one network, an hour. */
export const forgotPasswordMailsPerHour = 3
export const forgotPasswordRequestsPerNetworkHour = 100

/** The hours to confirm a new email in, and the days to undo the change in. */
export const emailChangeHours = 24
export const emailUndoDays = 7
/** For one person, whether or not the address is free: the reply reveals if someone has it. */
export const emailChangesPerHour = 10

/** Second-factor codes (RFC 6238): six digits, a new one every 30 s. */
export const secondFactorCodeDigits = 6
export const secondFactorCodeSeconds = 30
/** Codes accepted before and after the current one, for clocks that differ. */
export const secondFactorCodeDrift = 1
export const recoveryCodeCount = 10
/** As typed or pasted, with spaces and dashes. */
export const secondFactorCodeMaxLength = 60

/** For one account from one network. */
export const failedLoginsAllowed = 10
/** For one account from all networks, and for one network on all accounts. */
export const failedLoginsAllowedInTotal = 100
/** How long a failed login counts, and so how long a locked account waits at most. */
export const failedLoginWindowMinutes = 15
/**
 * Failed logins elsewhere do not lock people out of networks from which they signed in within this
 * many days.
 */
export const knownNetworkDays = 30
/**
 * Networks remembered for each person, the most recent ones. A mobile phone has a new one every
 * day.
 */
export const knownNetworksMax = 50

/** Successful logins of one person. They have twenty sessions at most. */
export const successfulLoginsPerMinute = 20
export const successfulLoginsPerHour = 100

/** How long a sign-in through the OpenID provider may take, and then its second step here. */
export const oidcAttemptMinutes = 10
/** Begun from one network: a class signs in at once behind one address. */
export const oidcAttemptsPerNetworkMinute = 200
/** How far the provider's clock may be off. */
export const oidcClockToleranceSeconds = 60
/** The provider's replies are waited for this long. */
export const oidcTimeoutSeconds = 5
/** The longest reply of the provider that is read. */
export const oidcReplyMaxBytes = 1_048_576

/** People in one bulk action: few enough for the reply to be quick. */
export const bulkActionPeopleMax = 50

/** API tokens of one person, without expired ones. */
export const apiTokensMax = 20
export const apiTokenNameMaxLength = 60
/** The longest life of an API token, a leap year, and its life if no end is chosen. */
export const apiTokenDaysMax = 366
export const apiTokenDaysDefault = 90
/** For how long an expired token is listed. */
export const expiredApiTokenDays = 30
