import { accountRefusals } from '#contract/accounts.ts'
import { minuteMs, secondMs } from '#contract/kit/time/time.ts'
import {
  failedLoginsAllowed,
  failedLoginsAllowedInAll,
  failedLoginWindowMinutes,
} from '#contract/limits/accounts.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { getNetwork } from '#server/kit/limits/network.ts'
import {
  type Attempt,
  deleteFailuresByEmail,
  deleteFailuresOutside,
  type FailureGroup,
  type FailureWindow,
  insertFailure,
  readFailureTime,
} from './failed-login-queries.ts'
import { isKnownNetwork } from './known-networks.ts'

/** For how long (ms) a failed login counts. */
export const failureWindowMs = failedLoginWindowMinutes * minuteMs

/** How many failures lead to a lock, by what they are counted by (contract, section 2). */
export const allowedFailures: Record<FailureGroup, number> = {
  accountAtNetwork: failedLoginsAllowed,
  account: failedLoginsAllowedInAll,
  network: failedLoginsAllowedInAll,
}

/** The failures that count at an instant. */
export function getFailureWindow(now: number): FailureWindow {
  return { since: now - failureWindowMs, until: now + clockSkewMs }
}

/** Where a login comes from, and for which account. */
export type LoginSource = { email: string; address: string }

/**
 * Refuses a login whose account has used up its failures of the last 15 minutes in this network,
 * or, where the account has not signed in from it lately, whose account or network has used up
 * theirs in all. Says after how many seconds it is worth another try (contract, section 2).
 */
export async function refuseTooManyFailedLogins(
  context: Context,
  { email, address }: LoginSource,
): Promise<void> {
  const { clock, settings } = context
  if (!settings.rateLimit) return
  const now = clock()
  const lastFailedAt = await findLastFailure(context, { email, network: getNetwork(address) }, now)
  if (lastFailedAt === undefined) return
  // One process's clock may be ahead of another's: nobody is told to wait longer than the window.
  const leftMs = Math.min(lastFailedAt - now, 0) + failureWindowMs
  const retryAfterSeconds = Math.ceil(leftMs / secondMs)
  throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
}

/** The failure whose age decides when a login is judged again; undefined if it is judged now. */
async function findLastFailure(
  context: Context,
  attempt: Attempt,
  now: number,
): Promise<number | undefined> {
  const lastAllowed = async (group: FailureGroup) => {
    const counted = { ...attempt, ...getFailureWindow(now), newer: allowedFailures[group] - 1 }
    return (await readFailureTime[group](context.db, counted))?.failed_at
  }
  const here = await lastAllowed('accountAtNetwork')
  const inAll = [await lastAllowed('account'), await lastAllowed('network')]
  const isLockedInAll = inAll.some((one) => one !== undefined)
  const counts = isLockedInAll && !(await isKnownNetwork(context, attempt)) ? inAll : []
  const times = [here, ...counts].filter((one) => one !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
}

/**
 * Notes a failed login. Of many that fail at the same moment, those beyond the allowed number are
 * refused as the ones after them will be.
 */
export async function recordFailedLogin(
  context: Context<Tx>,
  { email, address }: LoginSource,
): Promise<void> {
  const { db, clock, settings } = context
  if (!settings.rateLimit) return
  await advisoryLock(db, failedLoginsLock)
  await refuseTooManyFailedLogins(context, { email, address })
  const now = clock()
  await deleteFailuresOutside(db, getFailureWindow(now))
  await insertFailure(db, { id: newId(), email, address: getNetwork(address), failed_at: now })
}

/** Whoever counts failures or removes them does so alone. */
export const failedLoginsLock = 'failed logins'

/**
 * Forgets the failures of an account that has got a new password: what was guessed at is none any
 * more. The caller holds the person.
 */
export async function clearFailedLogins({ db }: Context<Tx>, email: string): Promise<void> {
  await advisoryLock(db, failedLoginsLock)
  await deleteFailuresByEmail(db, { email })
}
