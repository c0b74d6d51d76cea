import { emailChangeRefusals } from '#contract/accounts/change-email.ts'
import { secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { type Caller, checkOwnPassword } from '../check-own-password.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from '../lockouts/failed-logins.ts'
import { findTimeStep, getMaxTimeStep, hashRecoveryCode } from './codes.ts'
import {
  consumeRecoveryCode,
  consumeTimeStep,
  hasRecoveryCode,
  readSecondFactor,
} from './queries.ts'

type Kept = NonNullable<Awaited<ReturnType<typeof readSecondFactor>>>

export type SecondFactorResult = 'not needed' | 'code missing' | 'verified' | 'wrong code'

/** Verifies a person's code and uses it up. The caller has locked the person. */
export async function verifySecondFactor(
  { db, clock }: Context<Tx>,
  personId: string,
  code: string | undefined,
): Promise<SecondFactorResult> {
  const kept = await readSecondFactor(db, { personId })
  if (!kept || kept.confirmed_at === null) return 'not needed'
  if (code === undefined) return 'code missing'
  const codeHash = hashRecoveryCode(code)
  if (codeHash !== undefined) {
    return (await consumeRecoveryCode(db, { personId, codeHash })) ? 'verified' : 'wrong code'
  }
  const { secret } = kept
  const now = clock()
  const step = findTimeStep(code, secret, now)
  const last = getMaxTimeStep(now)
  const taken = step !== undefined && (await consumeTimeStep(db, { personId, secret, step, last }))
  return taken ? 'verified' : 'wrong code'
}

/** A password and code that were correct when they were checked. */
export type CheckedCredentials = { passwordHash: string; code?: string }

/**
 * Checks password and code before a change that needs both; `consumeCredentials` uses the code up
 * in the change itself. Refuses wrong ones, which count as a failed login, and a person without a
 * second factor.
 */
export async function checkCredentials(
  context: Context,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<CheckedCredentials> {
  const checked = await checkPasswordAndCodeIfOn(context, caller, { password, code })
  if (checked.code === undefined) throw new Refused(secondFactorRefusals.isOff)
  return checked
}

/** Like `checkCredentials`, but needs a code only if the person has a second factor. */
export async function checkPasswordAndCodeIfOn(
  context: Context,
  caller: Caller,
  { password, code }: { password: string; code?: string | undefined },
): Promise<CheckedCredentials> {
  const passwordHash = await checkOwnPassword(context, caller, password, makeWrongPasswordRefusal())
  const kept = await readSecondFactor(context.db, { personId: caller.personId })
  if (!kept || kept.confirmed_at === null) return { passwordHash }
  if (code === undefined) throw missingCode()
  if (await isCodeValid(context, kept, code)) return { passwordHash, code }
  await inTransaction(context, (tx) => recordFailedLogin(tx, caller))
  throw makeWrongCodeRefusal()
}

/**
 * Uses up the checked code and returns the locked person. Refuses credentials that are no longer
 * valid.
 */
export async function consumeCredentials(
  context: Context<Tx>,
  caller: Caller,
  { passwordHash, code }: CheckedCredentials,
): Promise<people.Person> {
  const person = await people.lockPerson(context, caller.personId)
  if (person?.password_hash !== passwordHash) throw makeWrongPasswordRefusal()
  await refuseTooManyFailedLogins(context, caller)
  const result = await verifySecondFactor(context, caller.personId, code)
  // If the second factor was switched on or off meanwhile, other credentials are needed.
  if (result !== (code === undefined ? 'not needed' : 'verified')) throw makeWrongCodeRefusal()
  return person
}

/** Whether a code is valid now, without using it up. */
async function isCodeValid(
  { db, clock }: Context,
  { person_id: personId, secret, last_step }: Kept,
  code: string,
): Promise<boolean> {
  const codeHash = hashRecoveryCode(code)
  if (codeHash !== undefined) return hasRecoveryCode(db, { personId, codeHash })
  const now = clock()
  const step = findTimeStep(code, secret, now)
  return step !== undefined && (step > last_step || last_step > getMaxTimeStep(now))
}

/** Makes the refusal of a wrong password, shown at its field. */
export function makeWrongPasswordRefusal(): Refused {
  const { wrongPassword: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { password: refusal.message } })
}

/** Makes the refusal of a missing code, shown at its field. */
function missingCode(): Refused {
  const { codeNeeded: refusal } = emailChangeRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}

/** Makes the refusal of a wrong code, shown at its field. */
export function makeWrongCodeRefusal(): Refused {
  const { wrongCode: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}
