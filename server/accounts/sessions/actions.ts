import {
  accountBlockedMessage,
  accountRefusals,
  formatWrongRoleLoginMessage,
  type LoginResult,
  loggedInMessage,
  profileIncompleteMessage,
} from '#contract/accounts/accounts.ts'
import { codeNeededMessage } from '#contract/accounts/second-factor-code.ts'
import type { Role } from '#contract/roles.ts'
import type { SignInMethod } from '#server/database/tables/accounts.ts'
import type { Tx } from '#server/database/transaction.ts'
import { setAuditActor } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import {
  endPersonSessions,
  endSession,
  openSession,
  rotateSessionToken,
  type Session,
} from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { type Caller, checkOwnPassword } from '../check-own-password.ts'
import { deleteUnconfirmedChange } from '../email/queries.ts'
import { passwordResets } from '../link-queries.ts'
import {
  clearFailedLogins,
  type LoginSource,
  recordFailedLogin,
  refuseTooManyFailedLogins,
} from '../lockouts/failed-logins.ts'
import { rememberNetwork } from '../lockouts/known-networks.ts'
import type { LoginLimiter } from '../lockouts/login-rate.ts'
import { arePasswordsOff, mayUsePassword } from '../may-use-password.ts'
import { checkPassword, hashNewPassword, hashPassword, needsRehash } from '../password.ts'
import { verifySecondFactor } from '../second-factor/check-credentials.ts'
import { type Browser, rememberBrowser } from './known-browsers.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'

/**
 * Signs a person in and returns the token, or why a person with the right password cannot sign in.
 * Refuses a wrong email or password without saying which, and too many failed logins (contract,
 * section 2) or logins. With the right password only: says so if the person belongs to another
 * role, and asks for the code if they have a second factor; a wrong code is refused and counts as a
 * failed login. Rehashes a password whose hash is cheaper than today's.
 */
export async function login(
  context: Context,
  role: Role,
  credentials: { email: string; password: string; code?: string | undefined },
  from: LoginOrigin,
): Promise<LoginResult> {
  const { email, password, code } = credentials
  if (arePasswordsOff(context, role))
    return { status: false, message: accountRefusals.passwordsOff.message }
  const attempt = { email, address: from.address }
  await refuseTooManyFailedLogins(context, attempt)
  const person = await people.findByEmail(context, email)
  if (person) from.limit({ key: person.password_hash, address: from.address }, 0)
  const fits = await checkPassword(password, person?.password_hash ?? null, from.address)
  // Where one admin alone signs in with a password, the others' old ones are wrong.
  if (!person || !fits || !(await mayUsePassword(context, person))) {
    await inTransaction(context, (tx) => recordFailedLogin(tx, attempt))
    throw new Refused(accountRefusals.wrongLogin)
  }
  // Many guesses sent at once pass the first check; a right one among them must not pass this one.
  await refuseTooManyFailedLogins(context, attempt)
  if (person.role !== role)
    return { status: false, message: formatWrongRoleLoginMessage(person.role) }
  const newHash = needsRehash(person.password_hash)
    ? await hashPassword(password, from.address)
    : undefined
  const checked = { person, newHash, attempt, code }
  const entered = await inTransactionThenNotify(context, (tx) => signIn(tx, checked, from))
  if (entered === 'wrong code') throw new Refused(accountRefusals.wrongCodeAtLogin)
  // The password or its hash has changed meanwhile: check again.
  return entered ?? login(context, role, credentials, from)
}

/** The browser a login comes from, and the limit on logins. */
export type LoginOrigin = Browser & { limit: LoginLimiter }

type CheckedLogin = {
  /** The person whose password was right. */
  person: people.Person
  newHash: string | undefined
  attempt: LoginSource
  code: string | undefined
}

/** Signs in a person whose password was checked; undefined if it has changed meanwhile. */
async function signIn(
  context: Context<Tx>,
  { person: checked, newHash, attempt, code }: CheckedLogin,
  from: LoginOrigin,
): Promise<LoginResult | 'wrong code' | undefined> {
  const person = await people.lockPerson(context, checked.id)
  if (person?.password_hash !== checked.password_hash) return undefined
  setAuditActor(context, person.id)
  if (newHash !== undefined) await people.changePassword(context, person.id, newHash)
  return startSession(context, person, { attempt, code, limitKey: checked.password_hash }, from)
}

type Admission = {
  attempt: LoginSource
  code: string | undefined
  limitKey: string | null
  /** The password, unless told otherwise. */
  signedInBy?: SignInMethod
}

/**
 * Opens a session for a person who has proven who they are. Returns why not if they are blocked,
 * not verified, or a second-factor code is missing. The caller has locked the person.
 */
export async function startSession(
  context: Context<Tx>,
  person: people.Person,
  { attempt, code, limitKey, signedInBy = 'password' }: Admission,
  from: LoginOrigin,
): Promise<LoginResult | 'wrong code'> {
  if (person.blocked_at !== null) return { status: false, message: accountBlockedMessage }
  if (person.verified_at === null) return { status: false, message: profileIncompleteMessage }
  // Under the person's lock all earlier failures are visible: of many codes sent at once ten are
  // checked.
  if (code !== undefined) await refuseTooManyFailedLogins(context, attempt)
  const isProven = signedInBy === 'provider with second factor'
  const result = isProven ? 'verified' : await verifySecondFactor(context, person.id, code)
  if (result === 'code missing')
    return { status: false, message: codeNeededMessage, codeNeeded: true }
  if (result === 'wrong code') {
    await recordFailedLogin(context, attempt)
    return 'wrong code'
  }
  from.limit({ key: limitKey, address: from.address }, 1)
  const token = await openSession(context, person.id, { ...from, signedInBy })
  await rememberNetwork(context, person.id, from.address)
  await rememberBrowser(context, { _id: person.id, role: person.role }, from)
  return { status: true, token, message: loggedInMessage }
}

/** The hash that the old password was checked against, and the new one. */
type CheckedPasswordChange = { oldHash: string; newHash: string }

/**
 * Checks the caller's old password and hashes the new one. Refuses a wrong old password (contract,
 * section 2), which counts as a failed login, and a common new one.
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
 * Sets the caller's new password, ends their other sessions and their API tokens, and invalidates
 * the links to reset it or to change the email. With `renew`, ends the caller's token too and
 * returns a new one. Refuses if the old password has changed meanwhile.
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
  await deleteUnconfirmedChange(context.db, { personId })
  await notifyPasswordChanged(context, { _id: personId, role })
  await endPersonSessions(context, personId, tokenHash)
  await endApiTokens(context, personId)
  if (!renew) {
    context.live.end({ personId, exceptTokenHash: tokenHash })
    return undefined
  }
  const token = await rotateSessionToken(context, tokenHash)
  context.live.end({ personId })
  return token
}

/** Signs the person out: the session and its open sockets end. */
export async function logout(context: Context<Tx>, { tokenHash }: Session): Promise<void> {
  await endSession(context, tokenHash)
  context.live.end({ tokenHash })
}
