import type { Lockout } from '#contract/accounts/lockouts.ts'
import { knownNetworkDays } from '#contract/limits/accounts.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'

/** Where a lockout applies, as the beginning of a sentence. */
export function formatLockScope({ email, network }: Pick<Lockout, 'email' | 'network'>): string {
  if (email !== null && network !== null) return `Locked at ${network}`
  if (email === null)
    return `Locked for people not signed in there in the last ${knownNetworkDays} days`
  return `Locked where they have not signed in for ${knownNetworkDays} days`
}

/** When it ends, as the end of a sentence, in the school's zone. */
export function formatLockEnd({ until }: Pick<Lockout, 'until'>, timeZone: string): string {
  return `until ${formatTimeAt(Date.parse(until), timeZone)}`
}
