import { recoveryRefusals } from '#contract/accounts/links/recovery.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { checkPassword } from '../password.ts'
import {
  deleteRevokedPassword,
  readRevokedPassword,
  saveRevokedPassword,
} from './revoked-password-queries.ts'

/** Ends the password of a person whom the caller holds; no link sets it again. */
export async function revokePassword(
  context: Context<Tx>,
  { id, password_hash }: people.Person,
): Promise<void> {
  // Who has none keeps the one that was ended before.
  if (password_hash === null) return
  await saveRevokedPassword(context.db, { person_id: id, password_hash })
  await people.changePassword(context, id, null)
}

/** Refuses the password that was ended, beside its field. */
export async function refuseRevokedPassword(
  { db, change }: Context,
  personId: string,
  password: string,
): Promise<void> {
  const ended = await readRevokedPassword(db, { personId })
  if (!ended || !(await checkPassword(password, ended.password_hash, change?.address))) return
  const { revokedPassword } = recoveryRefusals
  throw new Refused(revokedPassword, { errors: { password: revokedPassword.message } })
}

/** Forgets what was ended, as there is another password now. */
export function clearRevokedPassword({ db }: Context<Tx>, personId: string): Promise<void> {
  return deleteRevokedPassword(db, { personId })
}
