import { failedLoginsAllowed } from '#contract/limits.ts'
import type { Db } from '#server/kit/database.ts'

/** Where a login came from, and for which account. */
export type Attempt = { email: string; address: string }

/**
 * When the last of the allowed failures happened, counted back from the newest, for the account
 * or the address; undefined while fewer than that are younger than `since`.
 */
export async function readLastAllowedFailure(
  db: Db,
  by: 'email' | 'address',
  value: string,
  since: number,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where(by, '=', value)
    .where('failed_at', '>', since)
    .orderBy('failed_at', 'desc')
    .offset(failedLoginsAllowed - 1)
    .limit(1)
    .executeTakeFirst()
  return found?.failed_at
}

/** Notes a failed login. */
export async function insertFailure(
  db: Db,
  failure: Attempt & { id: string; failed_at: number },
): Promise<void> {
  await db.insertInto('login_failures').values(failure).execute()
}

/** Sweeps the failures that no longer count. */
export async function deleteFailuresUntil(db: Db, until: number): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<=', until).execute()
}
