import { accountRefusals } from '#contract/accounts.ts'
import { loginsPerHour, loginsPerMinute } from '#contract/limits.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { networkOf } from '#server/kit/limits/network.ts'
import { limitPerHour, limitPerMinute } from '#server/kit/limits/rate-limit.ts'

/** Whose logins are counted together: those with the same password of the same person. */
type Who = { passwordHash: string | null; address: string }

/** Refuses logins of a person beyond so many; those that succeed count. */
export type LoginRate = {
  /** Refuses one who has gone beyond it, before anything is hashed for them. */
  look: (who: Who) => void
  /** Counts a login that is about to succeed, or refuses it. */
  count: (who: Who) => void
}

/**
 * Limits how often a person signs in, in this process. Nobody else can use it up, for only the right
 * password and code count, and a new password begins anew. The logins of a demo, which everybody
 * knows, count by network. The words are those of a lock by failures: whoever is refused does not
 * learn which of the two it is.
 */
export function limitLogins(context: Context): LoginRate {
  const aMinute = limitPerMinute(context, loginsPerMinute)
  const anHour = limitPerHour(context, loginsPerHour)
  const keep = ({ passwordHash, address }: Who, more: 0 | 1) => {
    if (passwordHash === null) return
    const who = context.settings.demo ? `${passwordHash} ${networkOf(address)}` : passwordHash
    // What the minute refuses does not use up the hour.
    const retryAfterSeconds = aMinute(who, more) || anHour(who, more)
    if (retryAfterSeconds > 0)
      throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
  }
  return { look: (who) => keep(who, 0), count: (who) => keep(who, 1) }
}
