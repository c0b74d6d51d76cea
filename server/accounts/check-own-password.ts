import type { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from './lockouts/failed-logins.ts'
import { checkPassword } from './password.ts'

/** The one who asks, and from where: what they get wrong counts as a failed login. */
export type Caller = Session & { address: string }

/** Checks the password of the one who asks, and returns its hash. Refuses a wrong one as told. */
export async function checkOwnPassword(
  context: Context,
  { personId, role, ...attempt }: Caller,
  password: string,
  wrong: Refused,
): Promise<string | null> {
  await refuseTooManyFailedLogins(context, attempt)
  const person = await people.findPerson(context, role, { id: personId })
  const hash = person?.password_hash ?? null
  if (!(await checkPassword(password, hash, attempt.address))) {
    await inTransaction(context, (tx) => recordFailedLogin(tx, attempt))
    throw wrong
  }
  // Guesses sent all at once, as at the login.
  await refuseTooManyFailedLogins(context, attempt)
  return hash
}
