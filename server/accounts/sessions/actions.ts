import {
  accountRefusals,
  blockedCannotSignIn,
  type LoginResult,
  loggedIn,
  unverifiedCannotSignIn,
} from '#contract/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { networkOf } from '#server/kit/network.ts'
import { checkPassword, hashPassword, isHashedTooCheaply } from '#server/kit/password.ts'
import { Refused } from '#server/kit/refused.ts'
import {
  endSession,
  endSessionsOf,
  type Origin,
  openSession,
  type Session,
} from '#server/kit/session.ts'
import { actAs } from '#server/kit/trail.ts'
import * as people from '#server/people/actions.ts'
import { hashNewPassword } from '../new-password.ts'
import { noteFailure, refuseTooManyFailures } from './failures.ts'

/**
 * Signs a person in and returns the token, or why a person with the right password cannot sign
 * in. Refuses a wrong email or password, with nothing that tells which of them it is, and more
 * than the allowed failures (contract, section 2). A password that was hashed at a lower cost than
 * today's is hashed anew.
 */
export async function login(
  context: Context,
  role: Role,
  credentials: { email: string; password: string },
  from: { address: string; userAgent?: string | undefined },
): Promise<LoginResult> {
  const { email, password } = credentials
  const attempt = { email, address: networkOf(from.address) }
  await refuseTooManyFailures(context, attempt)
  const person = await people.findPerson(context, role, { email })
  const fits = await checkPassword(password, person?.passwordHash ?? null)
  if (!person || !fits) {
    await noteFailure(context, attempt)
    throw new Refused(accountRefusals.wrongLogin)
  }
  // Guesses sent all at once pass the first look; the right one among them must not pass this.
  await refuseTooManyFailures(context, attempt)
  const newHash = isHashedTooCheaply(person.passwordHash) ? await hashPassword(password) : undefined
  const entered = await inTransaction(context, (tx) => enter(tx, person, from, newHash))
  // Whatever the password is now, or how it is hashed, must be checked again.
  return entered ?? login(context, role, credentials, from)
}

/** Opens the session; undefined if the password was changed while it was being checked. */
async function enter(
  context: Context,
  checked: people.Person,
  from: Origin,
  newHash: string | undefined,
): Promise<LoginResult | undefined> {
  const person = await people.holdPerson(context, checked.id)
  if (person?.passwordHash !== checked.passwordHash) return undefined
  actAs(context, person.id)
  if (newHash !== undefined) await people.changePassword(context, person.id, newHash)
  if (person.isBlocked) return { status: false, message: blockedCannotSignIn }
  if (!person.isVerified) return { status: false, message: unverifiedCannotSignIn }
  const token = await openSession(context, person.id, from)
  return { status: true, token, message: loggedIn }
}

/** The hash that a password was checked against, and the one that is to take its place. */
type PreparedPassword = { oldHash: string | null; newHash: string }

/**
 * Checks the old password of the one who asks and hashes the new one. Refuses a wrong old password
 * (contract, section 2) and a new one that is among the most used.
 */
export async function preparePassword(
  context: Context,
  { personId, role }: Session,
  { oldpass, newpass }: { oldpass: string; newpass: string },
): Promise<PreparedPassword> {
  const person = await people.findPerson(context, role, { id: personId })
  const oldHash = person?.passwordHash ?? null
  const fits = await checkPassword(oldpass, oldHash)
  if (!fits) throw new Refused(accountRefusals.wrongOldPassword)
  return { oldHash, newHash: await hashNewPassword(newpass, 'newpass') }
}

/**
 * Gives the one who asks the prepared password and ends their other sessions. Refuses if the old
 * one has changed meanwhile. Call it within a transaction.
 */
export async function updatePassword(
  context: Context,
  { personId, tokenHash }: Session,
  { oldHash, newHash }: PreparedPassword,
): Promise<void> {
  const held = await people.holdPerson(context, personId)
  if (held?.passwordHash !== oldHash) throw new Refused(accountRefusals.wrongOldPassword)
  await people.changePassword(context, personId, newHash)
  await endSessionsOf(context, personId, tokenHash)
  context.live.end({ personId, exceptTokenHash: tokenHash })
}

/** Signs the person out: the session and its open sockets end. */
export async function logout(context: Context, { tokenHash }: Session): Promise<void> {
  await endSession(context, tokenHash)
  context.live.end({ tokenHash })
}
