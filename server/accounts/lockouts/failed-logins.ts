import { accountRefusals } from '#contract/accounts/accounts.ts'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  failedLoginsAllowed,
  failedLoginsAllowedInTotal,
  failedLoginWindowMinutes,
} from '#contract/limits/accounts.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import {
  type Attempt,
  deleteFailuresByEmail,
  deleteFailuresOutside,
  type FailureGrouping,
  type FailureWindow,
  insertFailure,
  readFailureTime,
} from './failed-login-queries.ts'
import { isKnownNetwork } from './known-networks.ts'

/** How long a failed login counts, in ms. */
export const failureWindowMs = failedLoginWindowMinutes * minuteMs

/** How many failed logins in a group lead to a lockout (contract, section 2). */
export const allowedFailures: Record<FailureGrouping, number> = {
  accountAtNetwork: failedLoginsAllowed,
  account: failedLoginsAllowedInTotal,
  network: failedLoginsAllowedInTotal,
}

/** Returns the window of failed logins that count at `now`. */
export function getFailureWindow(now: number): FailureWindow {
  return { since: now - failureWindowMs, until: now + clockSkewMs }
}

export type LoginSource = { email: string; address: string }

/**
 * Refuses a login if the account has too many failed logins from this network within 15 minutes.
 * From a network that the account has not recently signed in from, it also refuses if the account
 * or the network has too many in total. The refusal says after how many seconds to retry (contract,
 * section 2).
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
  // Another process's clock may be ahead: never ask for a wait longer than the window.
  const leftMs = Math.min(lastFailedAt - now, 0) + failureWindowMs
  const retryAfterSeconds = Math.ceil(leftMs / secondMs)
  throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
}

/** The time of the failed login that the lockout is counted from; undefined if not locked out. */
async function findLastFailure(
  context: Context,
  attempt: Attempt,
  now: number,
): Promise<number | undefined> {
  const lastAllowed = async (group: FailureGrouping) => {
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
 * Records a failed login. If many fail at once, those beyond the allowed number are refused, as
 * later ones will be.
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

/** Key of the advisory lock held while failed logins are counted or deleted. */
export const failedLoginsLock = 'failed logins'

/**
 * Deletes the failed logins of an account whose password has changed: they were guesses at the old
 * one. The caller has locked the person.
 */
export async function clearFailedLogins({ db }: Context<Tx>, email: string): Promise<void> {
  await advisoryLock(db, failedLoginsLock)
  await deleteFailuresByEmail(db, { email })
}
