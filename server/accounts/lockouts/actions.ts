import { z } from 'zod'
import {
  type listLockouts as endpoint,
  type Lockout,
  lockoutRefusals,
} from '#contract/accounts/lockouts.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toSearchWords } from '#server/database/list/search.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import {
  type Attempt,
  deleteFailuresByEmail,
  deleteFailuresByNetwork,
} from './failed-login-queries.ts'
import { failedLoginsLock, failureWindowMs, getFailureWindow } from './failed-logins.ts'
import {
  type LockoutRow,
  readLockedOutEmails,
  readLockout,
  readLockouts,
} from './lockout-queries.ts'

/** Lists current lockouts, by email and network. */
export async function listLockouts(
  { db, clock }: Context,
  { search, ...page }: EndpointQuery<typeof endpoint>,
): Promise<Page<Lockout>> {
  const asked = { ...getFailureWindow(clock()), ...toSearchWords(search) }
  return mapPage(await readLockouts(db, asked, page), toLockout)
}

/** Returns the emails of people who are locked out, in any network. */
export async function findLockedOutEmails({ db, clock }: Context): Promise<string[]> {
  const rows = await readLockedOutEmails(db, { ...getFailureWindow(clock()), limit: listLimitMax })
  return rows.map(({ email }) => email)
}

function toLockout(row: LockoutRow): Lockout {
  const { email, network, person_id: _id, name, role } = row
  return {
    _id: toLockoutId(row),
    email: email || null,
    who: _id === null || name === null || role === null ? null : { _id, name, role },
    network: network || null,
    until: toIsoInstant(row.failed_at + failureWindowMs),
  }
}

/** Makes a lockout's id from its email and network; an empty one stands for all. */
export function toLockoutId({ email, network }: Attempt): string {
  return Buffer.from(JSON.stringify([email, network])).toString('base64url')
}

const Subject = z.tuple([z.string(), z.string()])

function parseLockoutId(id: string): Attempt | undefined {
  try {
    const [email, network] = Subject.parse(JSON.parse(Buffer.from(id, 'base64url').toString()))
    return { email, network }
  } catch {
    return undefined
  }
}

/**
 * Ends a lockout by deleting the failed logins of its account (in all networks) or of its network.
 * Refuses one that has already ended.
 */
export async function endLockout(context: Context<Tx>, id: string): Promise<void> {
  const { db, clock } = context
  await advisoryLock(db, failedLoginsLock)
  const subject = parseLockoutId(id)
  const lock = subject && (await readLockout(db, { ...getFailureWindow(clock()), ...subject }))
  if (!lock) throw new Refused(lockoutRefusals.noSuchLock)
  if (lock.email === '') await deleteFailuresByNetwork(db, { network: lock.network })
  else await deleteFailuresByEmail(db, { email: lock.email })
  await recordLockoutEnded(context, lock)
}

/** Records the end of a lockout with the person, where an admin looks for it. */
async function recordLockoutEnded(context: Context<Tx>, lock: LockoutRow): Promise<void> {
  const { email, network, person_id: id } = lock
  if (id === null) {
    await recordAudit(context, { kind: 'locks', id: toLockoutId(lock), before: { email, network } })
    return
  }
  const before = { login_lock: network || 'all networks' }
  await recordAudit(context, { kind: 'people', id, before, after: { login_lock: null } })
}
