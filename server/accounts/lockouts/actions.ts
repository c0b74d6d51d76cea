import { z } from 'zod'
import {
  type listLockouts as endpoint,
  type Lockout,
  lockoutRefusals,
} from '#contract/accounts/lockouts.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { listMax } from '#contract/limits.ts'
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

/** Who cannot sign in just now, by email and network. */
export async function listLockouts(
  { db, clock }: Context,
  { search, ...page }: QueryOf<typeof endpoint>,
): Promise<Page<Lockout>> {
  const asked = { ...getFailureWindow(clock()), ...toSearchWords(search) }
  return mapPage(await readLockouts(db, asked, page), toLockout)
}

/** The emails of the people who cannot sign in just now, wherever that is. */
export async function findLockedOutEmails({ db, clock }: Context): Promise<string[]> {
  const rows = await readLockedOutEmails(db, { ...getFailureWindow(clock()), limit: listMax })
  return rows.map(({ email }) => email)
}

function toLockout(row: LockoutRow): Lockout {
  const { email, network, person_id: _id, name, role } = row
  return {
    _id: toLockoutId(row),
    email: email || null,
    who: _id === null || name === null || role === null ? null : { _id, name, role },
    network: network || null,
    until: isoInstant(row.failed_at + failureWindowMs),
  }
}

/** The id of a lock says what it is about; an empty email or network stands for all. */
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
 * Ends a lock by forgetting the failures of its account, in whichever network, or of its network.
 * Refuses one that is not in force.
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

/** In the audit log it stands with the person, whom an admin looks for there. */
async function recordLockoutEnded(context: Context<Tx>, lock: LockoutRow): Promise<void> {
  const { email, network, person_id: id } = lock
  if (id === null) {
    await recordAudit(context, { kind: 'locks', id: toLockoutId(lock), before: { email, network } })
    return
  }
  const before = { login_lock: network || 'all networks' }
  await recordAudit(context, { kind: 'people', id, before, after: { login_lock: null } })
}
