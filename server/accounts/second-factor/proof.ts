import { secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { noteFailure, refuseTooManyFailures } from '../locks/failures.ts'
import { checkPassword } from '../password.ts'
import { hashRecoveryCode, lastStepAt, stepOf } from './codes.ts'
import { hasRecoveryCode, readSecondFactor, takeRecoveryCode, takeStep } from './queries.ts'

type Kept = NonNullable<Awaited<ReturnType<typeof readSecondFactor>>>

export type Proof = 'none needed' | 'asked for' | 'proven' | 'wrong'

/**
 * Takes a person's code if it is right, and each once; 'asked for' is for one who gave none. Call
 * it in a transaction that holds the person.
 */
export async function proveSecondFactor(
  { db, clock }: Context,
  personId: string,
  code: string | undefined,
): Promise<Proof> {
  const kept = await readSecondFactor(db, personId)
  if (!kept || kept.confirmed_at === null) return 'none needed'
  if (code === undefined) return 'asked for'
  const recoveryHash = hashRecoveryCode(code)
  if (recoveryHash !== undefined) {
    return (await takeRecoveryCode(db, personId, recoveryHash)) ? 'proven' : 'wrong'
  }
  const { secret } = kept
  const now = clock()
  const step = stepOf(code, secret, now)
  const last = lastStepAt(now)
  const taken = step !== undefined && (await takeStep(db, personId, { secret, step, last }))
  return taken ? 'proven' : 'wrong'
}

/** The one who asks, and from where: what they get wrong counts as a failed login. */
export type Asker = Session & { address: string }

/** Checks the password of the one who asks, and returns its hash. Refuses a wrong one. */
export async function checkOwnPassword(
  context: Context,
  { personId, role, ...attempt }: Asker,
  password: string,
): Promise<string | null> {
  await refuseTooManyFailures(context, attempt)
  const person = await people.findPerson(context, role, { id: personId })
  const hash = person?.passwordHash ?? null
  if (!(await checkPassword(password, hash, attempt.address))) {
    await noteFailure(context, attempt)
    throw wrongPassword()
  }
  // Guesses sent all at once, as at the login.
  await refuseTooManyFailures(context, attempt)
  return hash
}

/** A password and a code that were right when they were looked at. */
export type PreparedProof = { passwordHash: string | null; code: string }

/**
 * Looks at a password and a code before a change that needs both; the change takes the code.
 * Refuses a wrong one, which counts as a failed login, and who has no second factor.
 */
export async function prepareProof(
  context: Context,
  asker: Asker,
  { password, code }: { password: string; code: string },
): Promise<PreparedProof> {
  const passwordHash = await checkOwnPassword(context, asker, password)
  const kept = await readSecondFactor(context.db, asker.personId)
  if (!kept || kept.confirmed_at === null) throw new Refused(secondFactorRefusals.isOff)
  if (await isRight(context, kept, code)) return { passwordHash, code }
  await noteFailure(context, asker)
  throw wrongCode()
}

/** Takes the code of a prepared proof. Refuses it if it is not good any more. */
export async function takeProof(
  tx: Context,
  asker: Asker,
  { passwordHash, code }: PreparedProof,
): Promise<void> {
  const person = await people.holdPerson(tx, asker.personId)
  if (person?.passwordHash !== passwordHash) throw wrongPassword()
  await refuseTooManyFailures(tx, asker)
  const proof = await proveSecondFactor(tx, asker.personId, code)
  if (proof !== 'proven') throw wrongCode()
}

/** Whether a code would be taken at this moment. */
async function isRight(
  { db, clock }: Context,
  { person_id, secret, last_step }: Kept,
  code: string,
): Promise<boolean> {
  const recoveryHash = hashRecoveryCode(code)
  if (recoveryHash !== undefined) return hasRecoveryCode(db, person_id, recoveryHash)
  const now = clock()
  const step = stepOf(code, secret, now)
  return step !== undefined && (step > last_step || last_step > lastStepAt(now))
}

function wrongPassword(): Refused {
  const { wrongPassword: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { password: refusal.message } })
}

/** The refusal of a wrong code, beside the field that it was typed into. */
export function wrongCode(): Refused {
  const { wrongCode: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}
