import { emailRefusals } from '#contract/accounts/email.ts'
import { secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { type Caller, checkOwnPassword } from '../check-own-password.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from '../lockouts/failed-logins.ts'
import { findTimeStep, getLastTimeStep, hashRecoveryCode } from './codes.ts'
import {
  consumeRecoveryCode,
  consumeTimeStep,
  hasRecoveryCode,
  readSecondFactor,
} from './queries.ts'

type Kept = NonNullable<Awaited<ReturnType<typeof readSecondFactor>>>

export type VerificationResult = 'not needed' | 'code missing' | 'verified' | 'wrong code'

/**
 * Takes a person's code if it is right, and each once; 'code missing' is for one who gave none. The
 * caller holds the person.
 */
export async function verifySecondFactor(
  { db, clock }: Context<Tx>,
  personId: string,
  code: string | undefined,
): Promise<VerificationResult> {
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
  const last = getLastTimeStep(now)
  const taken = step !== undefined && (await consumeTimeStep(db, { personId, secret, step, last }))
  return taken ? 'verified' : 'wrong code'
}

/** A password and a code that were right when they were looked at. */
export type CheckedCredentials = { passwordHash: string | null; code?: string }

/**
 * Looks at a password and a code before a change that needs both; the change takes the code.
 * Refuses a wrong one, which counts as a failed login, and who has no second factor.
 */
export async function checkCredentials(
  context: Context,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<CheckedCredentials> {
  const checked = await checkCredentialsIfOn(context, caller, { password, code })
  if (checked.code === undefined) throw new Refused(secondFactorRefusals.isOff)
  return checked
}

/** The same for a change that needs the code only of those who have a second factor. */
export async function checkCredentialsIfOn(
  context: Context,
  caller: Caller,
  { password, code }: { password: string; code?: string | undefined },
): Promise<CheckedCredentials> {
  const passwordHash = await checkOwnPassword(context, caller, password, wrongPassword())
  const kept = await readSecondFactor(context.db, { personId: caller.personId })
  if (!kept || kept.confirmed_at === null) return { passwordHash }
  if (code === undefined) throw missingCode()
  if (await isCodeValid(context, kept, code)) return { passwordHash, code }
  await inTransaction(context, (tx) => recordFailedLogin(tx, caller))
  throw wrongCode()
}

/** Takes the code of a prepared proof and returns whose it is. Refuses it if it is not good any more. */
export async function consumeCredentials(
  context: Context<Tx>,
  caller: Caller,
  { passwordHash, code }: CheckedCredentials,
): Promise<people.Person> {
  const person = await people.lockPerson(context, caller.personId)
  if (person?.password_hash !== passwordHash) throw wrongPassword()
  await refuseTooManyFailedLogins(context, caller)
  const result = await verifySecondFactor(context, caller.personId, code)
  // A second factor that was switched on or off meanwhile asks for another proof.
  if (result !== (code === undefined ? 'not needed' : 'verified')) throw wrongCode()
  return person
}

/** Whether a code would be taken at this moment. */
async function isCodeValid(
  { db, clock }: Context,
  { person_id: personId, secret, last_step }: Kept,
  code: string,
): Promise<boolean> {
  const codeHash = hashRecoveryCode(code)
  if (codeHash !== undefined) return hasRecoveryCode(db, { personId, codeHash })
  const now = clock()
  const step = findTimeStep(code, secret, now)
  return step !== undefined && (step > last_step || last_step > getLastTimeStep(now))
}

/** The refusal of a wrong password, beside the field that it was typed into. */
export function wrongPassword(): Refused {
  const { wrongPassword: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { password: refusal.message } })
}

/** The refusal of a missing code, beside the field that it is typed into. */
function missingCode(): Refused {
  const { codeNeeded: refusal } = emailRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}

/** The refusal of a wrong code, beside the field that it was typed into. */
export function wrongCode(): Refused {
  const { wrongCode: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}
