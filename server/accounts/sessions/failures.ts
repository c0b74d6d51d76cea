import { accountRefusals } from '#contract/accounts.ts'
import { failedLoginWindowMinutes } from '#contract/limits.ts'
import { minuteMs, secondMs } from '#server/kit/clock.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { takeTurns } from '#server/kit/database.ts'
import { newId } from '#server/kit/id.ts'
import { networkOf } from '#server/kit/network.ts'
import { Refused } from '#server/kit/refused.ts'
import {
  type Attempt,
  deleteFailuresUntil,
  insertFailure,
  readLastAllowedFailure,
} from './queries.ts'

const windowMs = failedLoginWindowMinutes * minuteMs

/**
 * Refuses a login whose account or address has used up its failures of the last 15 minutes, and
 * says after how many seconds it is worth another try (contract, section 2).
 */
export async function refuseTooManyFailures(
  { db, clock, settings }: Context,
  { email, address }: Attempt,
): Promise<void> {
  if (!settings.rateLimit) return
  const now = clock()
  const since = now - windowMs
  const times = [
    await readLastAllowedFailure(db, 'email', email, since),
    await readLastAllowedFailure(db, 'address', networkOf(address), since),
  ].filter((time) => time !== undefined)
  if (times.length === 0) return
  const retryAfterSeconds = Math.ceil((Math.max(...times) + windowMs - now) / secondMs)
  throw new Refused(accountRefusals.tooManyLogins, { retryAfterSeconds })
}

/**
 * Notes a failed login. Of many that fail at the same moment, those beyond the allowed number are
 * refused as the ones after them will be.
 */
export async function noteFailure(context: Context, attempt: Attempt): Promise<void> {
  await inTransaction(context, (tx) => noteFailureIn(tx, attempt))
}

/** The same in the caller's transaction. */
export async function noteFailureIn(tx: Context, { email, address }: Attempt): Promise<void> {
  if (!tx.settings.rateLimit) return
  const attempt = { email, address: networkOf(address) }
  await takeTurns(tx.db, 'failed logins')
  await refuseTooManyFailures(tx, attempt)
  const now = tx.clock()
  await deleteFailuresUntil(tx.db, now - windowMs)
  await insertFailure(tx.db, { id: newId(), ...attempt, failed_at: now })
}
