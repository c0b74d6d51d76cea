import { codeNeeded } from '#contract/accounts/code.ts'
import {
  accountRefusals,
  blockedCannotSignIn,
  type LoginResult,
  loggedIn,
  loginOfOtherRole,
  unverifiedCannotSignIn,
} from '#contract/accounts.ts'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { setAuditActor } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { Refused } from '#server/kit/call/refused.ts'
import {
  endPersonSessions,
  endSession,
  openSession,
  renewSession,
  type Session,
} from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { type Caller, checkOwnPassword } from '../check-own-password.ts'
import { passwordResets } from '../link-queries.ts'
import {
  clearFailedLogins,
  type LoginSource,
  recordFailedLogin,
  refuseTooManyFailedLogins,
} from '../lockouts/failed-logins.ts'
import { rememberNetwork } from '../lockouts/known-networks.ts'
import type { LoginLimit } from '../lockouts/login-rate.ts'
import { checkPassword, hashNewPassword, hashPassword, isHashedTooCheaply } from '../password.ts'
import { verifySecondFactor } from '../second-factor/check-credentials.ts'
import { type Browser, rememberBrowser } from './known-browsers.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'

/**
 * Signs a person in and returns the token, or why a person with the right password cannot sign
 * in. Refuses a wrong email or password, with nothing that tells which of them it is, and more
 * than the allowed failures (contract, section 2) or logins. Whoever has a second factor is asked
 * for its code, once the password is right; a wrong code is refused and counts as a failure. Whoever
 * belongs to another role is told which, once the password is right, and nothing before that. A
 * password that was hashed at a lower cost than today's is hashed anew.
 */
export async function login(
  context: Context,
  role: Role,
  credentials: { email: string; password: string; code?: string | undefined },
  from: LoginFrom,
): Promise<LoginResult> {
  const { email, password, code } = credentials
  const attempt = { email, address: from.address }
  await refuseTooManyFailedLogins(context, attempt)
  const person = await people.findByEmail(context, email)
  if (person) from.limit({ ...person, address: from.address }, 0)
  const fits = await checkPassword(password, person?.password_hash ?? null, from.address)
  if (!person || !fits) {
    await inTransaction(context, (tx) => recordFailedLogin(tx, attempt))
    throw new Refused(accountRefusals.wrongLogin)
  }
  // Guesses sent all at once pass the first look; the right one among them must not pass this.
  await refuseTooManyFailedLogins(context, attempt)
  if (person.role !== role) return { status: false, message: loginOfOtherRole(person.role) }
  const newHash = isHashedTooCheaply(person.password_hash)
    ? await hashPassword(password, from.address)
    : undefined
  const checked = { person, newHash, attempt, code }
  const entered = await inTransactionThenNotify(context, (tx) => signIn(tx, checked, from))
  if (entered === 'wrong code') throw new Refused(accountRefusals.wrongCodeAtLogin)
  // Whatever the password is now, or how it is hashed, must be checked again.
  return entered ?? login(context, role, credentials, from)
}

/** Where a login comes from, and how many there may be. */
type LoginFrom = Browser & { limit: LoginLimit }

type CheckedLogin = {
  /** Whose password was right. */
  person: people.Person
  newHash: string | undefined
  attempt: LoginSource
  code: string | undefined
}

/** Opens the session; undefined if the password was changed while it was being checked. */
async function signIn(
  context: Context<Tx>,
  { person: checked, newHash, attempt, code }: CheckedLogin,
  from: LoginFrom,
): Promise<LoginResult | 'wrong code' | undefined> {
  const person = await people.lockPerson(context, checked.id)
  if (person?.password_hash !== checked.password_hash) return undefined
  setAuditActor(context, person.id)
  if (newHash !== undefined) await people.changePassword(context, person.id, newHash)
  if (person.blocked_at !== null) return { status: false, message: blockedCannotSignIn }
  if (person.verified_at === null) return { status: false, message: unverifiedCannotSignIn }
  // Whoever holds the person sees all failures before: of many codes at once ten are judged.
  if (code !== undefined) await refuseTooManyFailedLogins(context, attempt)
  const result = await verifySecondFactor(context, person.id, code)
  if (result === 'code missing') return { status: false, message: codeNeeded, codeNeeded: true }
  if (result === 'wrong code') {
    await recordFailedLogin(context, attempt)
    return 'wrong code'
  }
  from.limit({ ...checked, address: from.address }, 1)
  const token = await openSession(context, person.id, from)
  await rememberNetwork(context, person.id, from.address)
  await rememberBrowser(context, { _id: person.id, role: person.role }, from)
  return { status: true, token, message: loggedIn }
}

/** The hash that a password was checked against, and the one that is to take its place. */
type CheckedPasswordChange = { oldHash: string | null; newHash: string }

/**
 * Checks the old password of the one who asks and hashes the new one. Refuses a wrong old password
 * (contract, section 2), which counts as a failed login, and a new one that is among the most used.
 */
export async function checkPasswordChange(
  context: Context,
  caller: Caller,
  { oldpass, newpass }: { oldpass: string; newpass: string },
): Promise<CheckedPasswordChange> {
  const wrong = new Refused(accountRefusals.wrongOldPassword)
  const oldHash = await checkOwnPassword(context, caller, oldpass, wrong)
  return { oldHash, newHash: await hashNewPassword(context, newpass, 'newpass') }
}

/**
 * Gives the one who asks the prepared password and ends their other sessions; a link to a new one
 * dies. With `renew` the token that was asked with ends too, and the new one is returned. Refuses if
 * the old password has changed meanwhile.
 */
export async function updatePassword(
  context: Context<Tx>,
  { personId, role, tokenHash }: Session,
  { oldHash, newHash }: CheckedPasswordChange,
  { renew }: { renew: boolean },
): Promise<string | undefined> {
  const held = await people.lockPerson(context, personId)
  if (held?.password_hash !== oldHash) throw new Refused(accountRefusals.wrongOldPassword)
  await people.changePassword(context, personId, newHash)
  await clearFailedLogins(context, held.email)
  await passwordResets.remove(context.db, { personId })
  await notifyPasswordChanged(context, { _id: personId, role })
  await endPersonSessions(context, personId, tokenHash)
  if (!renew) {
    context.live.end({ personId, exceptTokenHash: tokenHash })
    return undefined
  }
  const token = await renewSession(context, tokenHash)
  context.live.end({ personId })
  return token
}

/** Signs the person out: the session and its open sockets end. */
export async function logout(context: Context<Tx>, { tokenHash }: Session): Promise<void> {
  await endSession(context, tokenHash)
  context.live.end({ tokenHash })
}
