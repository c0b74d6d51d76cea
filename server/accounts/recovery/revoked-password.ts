import { passwordResetRefusals } from '#contract/accounts/links/password-reset.ts'
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

/** Revokes a person's password, which no link can set again. The caller has locked the person. */
export async function revokePassword(
  context: Context<Tx>,
  { id, password_hash }: people.Person,
): Promise<void> {
  // Without a password, the one revoked earlier stays stored.
  if (password_hash === null) return
  await saveRevokedPassword(context.db, { person_id: id, password_hash })
  await people.changePassword(context, id, null)
}

/** Refuses the revoked password, with the error at its field. */
export async function refuseRevokedPassword(
  { db, change }: Context,
  personId: string,
  password: string,
): Promise<void> {
  const ended = await readRevokedPassword(db, { personId })
  if (!ended || !(await checkPassword(password, ended.password_hash, change?.address))) return
  const { revokedPassword } = passwordResetRefusals
  throw new Refused(revokedPassword, { errors: { password: revokedPassword.message } })
}

/** Deletes the revoked password once there is a new one. */
export function clearRevokedPassword({ db }: Context<Tx>, personId: string): Promise<void> {
  return deleteRevokedPassword(db, { personId })
}
