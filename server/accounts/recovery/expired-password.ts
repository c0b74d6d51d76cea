import { recoveryRefusals } from '#contract/accounts/links/recovery.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { checkPassword } from '../password.ts'
import {
  deleteEndedPassword,
  readEndedPassword,
  saveEndedPassword,
} from './expired-password-queries.ts'

/** Ends the password of a person whom the caller holds; no link sets it again. */
export async function endPassword(
  context: Context<Tx>,
  { id, password_hash }: people.Person,
): Promise<void> {
  // Who has none keeps the one that was ended before.
  if (password_hash === null) return
  await saveEndedPassword(context.db, { person_id: id, password_hash })
  await people.changePassword(context, id, null)
}

/** Refuses the password that was ended, beside its field. */
export async function refuseEnded(
  { db, change }: Context,
  personId: string,
  password: string,
): Promise<void> {
  const ended = await readEndedPassword(db, { personId })
  if (!ended || !(await checkPassword(password, ended.password_hash, change?.address))) return
  const { endedPassword } = recoveryRefusals
  throw new Refused(endedPassword, { errors: { password: endedPassword.message } })
}

/** Forgets what was ended, as there is another password now. */
export function forgetEnded({ db }: Context<Tx>, personId: string): Promise<void> {
  return deleteEndedPassword(db, { personId })
}
