import { secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { checkPassword } from '#server/kit/password.ts'
import { Refused } from '#server/kit/refused.ts'
import * as people from '#server/people/actions.ts'
import {
  type Asker,
  noteFailure,
  noteFailureIn,
  refuseTooManyFailures,
} from '../sessions/failures.ts'
import { hashRecoveryCode, stepOf } from './codes.ts'
import { readSecondFactor, takeRecoveryCode, takeStep } from './queries.ts'

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
  const step = stepOf(code, secret, clock())
  const taken = step !== undefined && (await takeStep(db, personId, { secret, step }))
  return taken ? 'proven' : 'wrong'
}

/** Checks the password of the one who asks, and returns its hash. Refuses a wrong one. */
export async function checkOwnPassword(
  context: Context,
  { personId, role, ...attempt }: Asker,
  password: string,
): Promise<string | null> {
  await refuseTooManyFailures(context, attempt)
  const person = await people.findPerson(context, role, { id: personId })
  const hash = person?.passwordHash ?? null
  if (!(await checkPassword(password, hash))) {
    await noteFailure(context, attempt)
    throw wrongPassword()
  }
  // Guesses sent all at once, as at the login.
  await refuseTooManyFailures(context, attempt)
  return hash
}

/**
 * Takes the code of the one who asks, after their password, in a transaction of its own: a wrong
 * one counts as a failed login also when the call is refused. Refuses a wrong password or code.
 */
export async function takePasswordAndCode(
  context: Context,
  asker: Asker,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { personId } = asker
  const hash = await checkOwnPassword(context, asker, password)
  const proof = await inTransaction(context, async (tx) => {
    const person = await people.holdPerson(tx, personId)
    if (person?.passwordHash !== hash) throw wrongPassword()
    await refuseTooManyFailures(tx, asker)
    const proof = await proveSecondFactor(tx, personId, code)
    if (proof === 'wrong') await noteFailureIn(tx, asker)
    return proof
  })
  if (proof === 'none needed') throw new Refused(secondFactorRefusals.isOff)
  if (proof === 'wrong') throw wrongCode()
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
