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
  addFailure,
  deleteFailuresOf,
  deleteFailuresOutside,
  type Group,
  readFailure,
  type Window,
} from './failed-login-queries.ts'
import { isKnownNetwork } from './known-networks.ts'

/** For how long (ms) a failed login counts. */
export const failureWindowMs = failedLoginWindowMinutes * minuteMs

/** How many failures lead to a lock, by what they are counted by (contract, section 2). */
export const getAllowedFailures: Record<Group, number> = {
  accountAtNetwork: failedLoginsAllowed,
  account: failedLoginsAllowedInAll,
  network: failedLoginsAllowedInAll,
}

/** The failures that count at an instant. */
export function windowAt(now: number): Window {
  return { since: now - failureWindowMs, until: now + clockSkewMs }
}

/** Where a login comes from, and for which account. */
export type From = { email: string; address: string }

/**
 * Refuses a login whose account has used up its failures of the last 15 minutes in this network,
 * or, where the account has not signed in from it lately, whose account or network has used up
 * theirs in all. Says after how many seconds it is worth another try (contract, section 2).
 */
export async function refuseTooManyFailures(
  context: Context,
  { email, address }: From,
): Promise<void> {
  const { clock, settings } = context
  if (!settings.rateLimit) return
  const now = clock()
  const lastFailedAt = await findLock(context, { email, network: getNetwork(address) }, now)
  if (lastFailedAt === undefined) return
  // One process's clock may be ahead of another's: nobody is told to wait longer than the window.
  const leftMs = Math.min(lastFailedAt - now, 0) + failureWindowMs
  const retryAfterSeconds = Math.ceil(leftMs / secondMs)
  throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
}

/** The failure whose age decides when a login is judged again; undefined if it is judged now. */
async function findLock(
  context: Context,
  attempt: Attempt,
  now: number,
): Promise<number | undefined> {
  const lastAllowed = async (group: Group) => {
    const counted = { ...attempt, ...windowAt(now), newer: getAllowedFailures[group] - 1 }
    return (await readFailure[group](context.db, counted))?.failed_at
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
export async function recordFailure(context: Context<Tx>, { email, address }: From): Promise<void> {
  const { db, clock, settings } = context
  if (!settings.rateLimit) return
  await advisoryLock(db, turn)
  await refuseTooManyFailures(context, { email, address })
  const now = clock()
  await deleteFailuresOutside(db, windowAt(now))
  await addFailure(db, { id: newId(), email, address: getNetwork(address), failed_at: now })
}

/** Whoever counts failures or removes them does so alone. */
export const turn = 'failed logins'

/**
 * Forgets the failures of an account that has got a new password: what was guessed at is none any
 * more. The caller holds the person.
 */
export async function forgetFailures({ db }: Context<Tx>, email: string): Promise<void> {
  await advisoryLock(db, turn)
  await deleteFailuresOf(db, { email })
}
