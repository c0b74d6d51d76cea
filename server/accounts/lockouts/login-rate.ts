import { accountRefusals } from '#contract/accounts/accounts.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { successfulLoginsPerHour, successfulLoginsPerMinute } from '#contract/limits/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { makeRateLimiter } from '#server/kit/limits/rate-limit.ts'

/**
 * Logins with the same key are counted together: the hash of the password, or the id of a person
 * who needs none. Null is not counted.
 */
type Who = { key: string | null; address: string }

/** Counts a login, or only checks the limit if `more` is 0; refuses beyond the limit. */
export type LoginLimiter = (who: Who, more: 0 | 1) => void

/**
 * Limits how often a person signs in, within this process. Only logins with the right password and
 * code count, so nobody else can use the limit up, and a new password starts a new count. Demo
 * logins, which everyone knows, are counted by network. The message is that of a lockout, so that a
 * refusal does not reveal that the password was right.
 */
export function makeLoginLimiter(context: Context): LoginLimiter {
  const aMinute = makeRateLimiter(context, successfulLoginsPerMinute)
  const anHour = makeRateLimiter(context, successfulLoginsPerHour, hourMs)
  return ({ key, address }, more) => {
    if (key === null) return
    const who = context.settings.demo ? `${key} ${getNetwork(address)}` : key
    // A login refused by the limit per minute does not count towards the limit per hour.
    const retryAfterSeconds = aMinute(who, more) || anHour(who, more)
    if (retryAfterSeconds > 0)
      throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
  }
}
