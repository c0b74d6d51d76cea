import { emailRefusals } from '#contract/accounts/email.ts'
import { secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { type Asker, checkOwnPassword } from '../confirm-password.ts'
import { recordFailure, refuseTooManyFailures } from '../locks/failed-logins.ts'
import { hashRecoveryCode, lastStepAt, toTimeStep } from './codes.ts'
import {
  consumeRecoveryCode,
  consumeTimeStep,
  hasRecoveryCode,
  readSecondFactor,
} from './queries.ts'

type Kept = NonNullable<Awaited<ReturnType<typeof readSecondFactor>>>

export type Proof = 'none needed' | 'asked for' | 'proven' | 'wrong'

/**
 * Takes a person's code if it is right, and each once; 'asked for' is for one who gave none. The
 * caller holds the person.
 */
export async function proveSecondFactor(
  { db, clock }: Context<Tx>,
  personId: string,
  code: string | undefined,
): Promise<Proof> {
  const kept = await readSecondFactor(db, { personId })
  if (!kept || kept.confirmed_at === null) return 'none needed'
  if (code === undefined) return 'asked for'
  const codeHash = hashRecoveryCode(code)
  if (codeHash !== undefined) {
    return (await consumeRecoveryCode(db, { personId, codeHash })) ? 'proven' : 'wrong'
  }
  const { secret } = kept
  const now = clock()
  const step = toTimeStep(code, secret, now)
  const last = lastStepAt(now)
  const taken = step !== undefined && (await consumeTimeStep(db, { personId, secret, step, last }))
  return taken ? 'proven' : 'wrong'
}

/** A password and a code that were right when they were looked at. */
export type PreparedProof = { passwordHash: string | null; code?: string }

/**
 * Looks at a password and a code before a change that needs both; the change takes the code.
 * Refuses a wrong one, which counts as a failed login, and who has no second factor.
 */
export async function prepareProof(
  context: Context,
  asker: Asker,
  { password, code }: { password: string; code: string },
): Promise<PreparedProof> {
  const proof = await prepareProofWhereOn(context, asker, { password, code })
  if (proof.code === undefined) throw new Refused(secondFactorRefusals.isOff)
  return proof
}

/** The same for a change that needs the code only of those who have a second factor. */
export async function prepareProofWhereOn(
  context: Context,
  asker: Asker,
  { password, code }: { password: string; code?: string | undefined },
): Promise<PreparedProof> {
  const passwordHash = await checkOwnPassword(context, asker, password, wrongPassword())
  const kept = await readSecondFactor(context.db, { personId: asker.personId })
  if (!kept || kept.confirmed_at === null) return { passwordHash }
  if (code === undefined) throw codeIsNeeded()
  if (await isRight(context, kept, code)) return { passwordHash, code }
  await inTransaction(context, (tx) => recordFailure(tx, asker))
  throw wrongCode()
}

/** Takes the code of a prepared proof and returns whose it is. Refuses it if it is not good any more. */
export async function consumeProof(
  context: Context<Tx>,
  asker: Asker,
  { passwordHash, code }: PreparedProof,
): Promise<people.Person> {
  const person = await people.lockPerson(context, asker.personId)
  if (person?.password_hash !== passwordHash) throw wrongPassword()
  await refuseTooManyFailures(context, asker)
  const proof = await proveSecondFactor(context, asker.personId, code)
  // A second factor that was switched on or off meanwhile asks for another proof.
  if (proof !== (code === undefined ? 'none needed' : 'proven')) throw wrongCode()
  return person
}

/** Whether a code would be taken at this moment. */
async function isRight(
  { db, clock }: Context,
  { person_id: personId, secret, last_step }: Kept,
  code: string,
): Promise<boolean> {
  const codeHash = hashRecoveryCode(code)
  if (codeHash !== undefined) return hasRecoveryCode(db, { personId, codeHash })
  const now = clock()
  const step = toTimeStep(code, secret, now)
  return step !== undefined && (step > last_step || last_step > lastStepAt(now))
}

/** The refusal of a wrong password, beside the field that it was typed into. */
export function wrongPassword(): Refused {
  const { wrongPassword: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { password: refusal.message } })
}

/** The refusal of a missing code, beside the field that it is typed into. */
function codeIsNeeded(): Refused {
  const { codeNeeded: refusal } = emailRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}

/** The refusal of a wrong code, beside the field that it was typed into. */
export function wrongCode(): Refused {
  const { wrongCode: refusal } = secondFactorRefusals
  return new Refused(refusal, { errors: { code: refusal.message } })
}
