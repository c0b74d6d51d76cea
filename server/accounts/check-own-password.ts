import { accountRefusals } from '#contract/accounts/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from './lockouts/failed-logins.ts'
import { refusePasswordlessPerson } from './may-use-password.ts'
import { checkPassword } from './password.ts'

/** The signed-in caller and their address: a wrong password counts as a failed login. */
export type Caller = Session & { address: string }

/**
 * Checks the caller's password and returns its hash. Throws `wrong` if it does not match; refuses a
 * caller who signs in without one, or has not set one.
 */
export async function checkOwnPassword(
  context: Context,
  { personId, role, ...attempt }: Caller,
  password: string,
  wrong: Refused,
): Promise<string> {
  await refuseTooManyFailedLogins(context, attempt)
  const person = await people.findPerson(context, role, { id: personId })
  if (person) await refusePasswordlessPerson(context, person)
  const hash = person?.password_hash
  if (!hash) throw new Refused(accountRefusals.hasNoPassword)
  if (!(await checkPassword(password, hash, attempt.address))) {
    await inTransaction(context, (tx) => recordFailedLogin(tx, attempt))
    throw wrong
  }
  // Checked again, as at login: many guesses may have been sent at once.
  await refuseTooManyFailedLogins(context, attempt)
  return hash
}
