import { type SecondFactor, secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { accountRefusals } from '#contract/accounts.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { postMail } from '#server/kit/outbox.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSessionsOf, type Session } from '#server/kit/session.ts'
import * as people from '#server/people/actions.ts'
import { noteFailure, refuseTooManyFailures } from '../sessions/failures.ts'
import { hashRecoveryCode, newKey, newRecoveryCodes, stepOf, uriOf } from './codes.ts'
import { secondFactorOffMail } from './mail.ts'
import { type Asker, checkOwnPassword, withPasswordAndCode, wrongCode } from './proof.ts'
import {
  confirmPending,
  countRecoveryCodes,
  deleteSecondFactor,
  readRequiredRoles,
  readSecondFactor,
  replaceRecoveryCodes,
  replaceRequiredRoles,
  upsertPending,
} from './queries.ts'

/** How it stands with the second factor of the one who asks. */
export async function getSecondFactor(
  { db }: Context,
  { personId, role }: Session,
): Promise<SecondFactor> {
  const since = (await readSecondFactor(db, personId))?.confirmed_at ?? null
  return {
    isOn: since !== null,
    since: since === null ? null : new Date(since).toISOString(),
    recoveryCodesLeft: await countRecoveryCodes(db, personId),
    isRequired: (await readRequiredRoles(db)).includes(role),
  }
}

/** Makes the key of a second factor and returns it. Refuses a wrong password, and a second one. */
export async function beginSecondFactor(
  context: Context,
  asker: Asker,
  { password }: { password: string },
): Promise<{ key: string; uri: string }> {
  await checkOwnPassword(context, asker, password)
  const key = newKey()
  const pending = { secret: key, now: context.clock() }
  const isKept = await upsertPending(context.db, asker.personId, pending)
  if (!isKept) throw new Refused(secondFactorRefusals.isOn)
  return { key, uri: uriOf(key, asker.email) }
}

/**
 * Switches the second factor on by its first code, ends the other sessions, and returns the
 * recovery codes. Refuses a wrong code, and when none is being set up.
 */
export async function confirmSecondFactor(
  context: Context,
  asker: Asker,
  { code }: { code: string },
): Promise<string[]> {
  const { personId, tokenHash } = asker
  const now = context.clock()
  await refuseTooManyFailures(context, asker)
  const pending = await readSecondFactor(context.db, personId)
  if (!pending || pending.confirmed_at !== null) throw new Refused(secondFactorRefusals.notBegun)
  const { secret } = pending
  const step = stepOf(code, secret, now)
  if (step === undefined) {
    await noteFailure(context, asker)
    throw wrongCode()
  }
  const codes = newRecoveryCodes()
  await inTransaction(context, async (tx) => {
    const isOn = await confirmPending(tx.db, personId, { secret, step, now })
    if (!isOn) throw new Refused(secondFactorRefusals.notBegun)
    await keepRecoveryCodes(tx, personId, codes)
    await endSessionsOf(tx.db, personId, tokenHash)
  })
  context.live.end({ personId, exceptTokenHash: tokenHash })
  return codes
}

/** Makes new recovery codes, which kill the older ones. Refuses a wrong password or code. */
export async function renewRecoveryCodes(
  context: Context,
  asker: Asker,
  proof: { password: string; code: string },
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await withPasswordAndCode(context, asker, proof, (tx) =>
    keepRecoveryCodes(tx, asker.personId, codes),
  )
  return codes
}

/** Switches one's second factor off, and tells so by mail. Refuses a wrong password or code. */
export async function removeSecondFactor(
  context: Context,
  asker: Asker,
  proof: { password: string; code: string },
): Promise<void> {
  await withPasswordAndCode(context, asker, proof, async (tx) => {
    await deleteSecondFactor(tx.db, asker.personId)
    await postMail(tx, secondFactorOffMail(asker, 'you'))
  })
}

/**
 * Switches off the second factor of somebody who has lost it, and tells them by mail. Refuses an
 * unknown person and one who has none.
 */
export async function resetSecondFactor(
  context: Context,
  role: AddableRole,
  id: string,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const person = await people.findPerson(tx, role, { id })
    if (!person) throw new Refused(accountRefusals.unknownUser)
    const wasOn = await deleteSecondFactor(tx.db, id)
    if (!wasOn) throw new Refused(secondFactorRefusals.theirsIsOff)
    await postMail(tx, secondFactorOffMail(person, 'an admin'))
  })
}

/** The roles that must have a second factor. */
export function getRequiredRoles({ db }: Context): Promise<Role[]> {
  return readRequiredRoles(db)
}

/** Says which roles must have a second factor; it holds from the next call on. */
export async function setRequiredRoles(context: Context, roles: Role[]): Promise<void> {
  await inTransaction(context, (tx) => replaceRequiredRoles(tx.db, [...new Set(roles)]))
}

/** Keeps the hashes of fresh recovery codes in the place of the older ones. */
function keepRecoveryCodes({ db }: Context, personId: string, codes: string[]): Promise<void> {
  return replaceRecoveryCodes(
    db,
    personId,
    codes.flatMap((code) => hashRecoveryCode(code) ?? []),
  )
}
