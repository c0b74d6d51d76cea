import {
  accountRefusals,
  blockedCannotSignIn,
  type LoginResult,
  loggedIn,
  unverifiedCannotSignIn,
} from '#contract/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { checkPassword, hashPassword } from '#server/kit/password.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSession, endSessionsOf, openSession, type Session } from '#server/kit/session.ts'
import * as people from '#server/people/actions.ts'
import { noteFailure, refuseTooManyFailures } from './failures.ts'

/**
 * Signs a person in and returns the token, or why a person with the right password cannot sign
 * in. Refuses a wrong email or password, with nothing that tells which of them it is, and more
 * than the allowed failures (contract, section 2).
 */
export async function login(
  context: Context,
  role: Role,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<LoginResult> {
  const attempt = { email, address }
  await refuseTooManyFailures(context, attempt)
  const person = await people.findPerson(context, role, { email })
  const fits = await checkPassword(password, person?.passwordHash ?? null)
  if (!person || !fits) {
    await noteFailure(context, attempt)
    throw new Refused(accountRefusals.wrongLogin)
  }
  // Guesses sent all at once pass the first look; the right one among them must not pass this.
  await refuseTooManyFailures(context, attempt)
  return inTransaction(context, (tx) => enter(tx, person))
}

/** Opens the session, unless the person was changed while the password was being checked. */
async function enter(context: Context, checked: people.Person): Promise<LoginResult> {
  const person = await people.holdPerson(context, checked.id)
  if (person?.passwordHash !== checked.passwordHash) throw new Refused(accountRefusals.wrongLogin)
  if (person.isBlocked) return { status: false, message: blockedCannotSignIn }
  if (!person.isVerified) return { status: false, message: unverifiedCannotSignIn }
  const token = await openSession(context, person.id)
  return { status: true, token, message: loggedIn }
}

/**
 * Changes the password of the one who asks and ends their other sessions. Refuses a wrong old
 * password (contract, section 2).
 */
export async function updatePassword(
  context: Context,
  { personId, role, tokenHash }: Session,
  { oldpass, newpass }: { oldpass: string; newpass: string },
): Promise<void> {
  const person = await people.findPerson(context, role, { id: personId })
  const oldHash = person?.passwordHash ?? null
  const fits = await checkPassword(oldpass, oldHash)
  if (!fits) throw new Refused(accountRefusals.wrongOldPassword)
  const newHash = await hashPassword(newpass)
  await inTransaction(context, async (tx) => {
    const held = await people.holdPerson(tx, personId)
    if (held?.passwordHash !== oldHash) throw new Refused(accountRefusals.wrongOldPassword)
    await people.changePassword(tx, personId, newHash)
    await endSessionsOf(tx.db, personId, tokenHash)
  })
  context.live.end({ personId, exceptTokenHash: tokenHash })
}

/** Signs the person out: the session and its open sockets end. */
export async function logout(context: Context, { tokenHash }: Session): Promise<void> {
  await endSession(context.db, tokenHash)
  context.live.end({ tokenHash })
}
