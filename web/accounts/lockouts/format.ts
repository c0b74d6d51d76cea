import type { Lockout } from '#contract/accounts/lockouts.ts'
import { knownNetworkDays } from '#contract/limits/accounts.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'

/** Where a lockout applies, as the beginning of a sentence. */
export function formatLockScope({ email, network }: Pick<Lockout, 'email' | 'network'>): string {
  if (email !== null && network !== null) return `Locked on network ${network}`
  if (email === null)
    return `Network locked for people who have not signed in from it in the last ${knownNetworkDays} days`
  return `Locked on networks not used for ${knownNetworkDays} days`
}

/** When it ends, as the end of a sentence, in the school's zone. */
export function formatLockEnd({ until }: Pick<Lockout, 'until'>, timeZone: string): string {
  return `until ${formatTimeAt(Date.parse(until), timeZone)}`
}
