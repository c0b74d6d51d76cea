import { accountRefusals } from '#contract/accounts.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { loginsPerHour, loginsPerMinute } from '#contract/limits/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/network.ts'
import { makeRateLimiter } from '#server/kit/limits/rate-limit.ts'

/** Whose logins are counted together: those with the same password of the same person. */
type Who = { password_hash: string | null; address: string }

/** Counts one more login of a person, or none with `more` of 0; refuses it beyond so many. */
export type LoginLimit = (who: Who, more: 0 | 1) => void

/**
 * Limits how often a person signs in, in this process. Nobody else can use it up, for only the right
 * password and code count, and a new password begins anew. The logins of a demo, which everybody
 * knows, count by network. The words are those of a lock by failures: whoever is refused does not
 * learn which of the two it is.
 */
export function limitLogins(context: Context): LoginLimit {
  const aMinute = makeRateLimiter(context, loginsPerMinute)
  const anHour = makeRateLimiter(context, loginsPerHour, hourMs)
  return ({ password_hash: hash, address }, more) => {
    if (hash === null) return
    const who = context.settings.demo ? `${hash} ${getNetwork(address)}` : hash
    // What the minute refuses does not use up the hour.
    const retryAfterSeconds = aMinute(who, more) || anHour(who, more)
    if (retryAfterSeconds > 0)
      throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
  }
}
