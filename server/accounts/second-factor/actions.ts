import { type SecondFactor, secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { isoInstant } from '#contract/kit/iso.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endSessionsOf, type Session } from '#server/kit/call/session.ts'
import { note } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { postMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { noteFailure, refuseTooManyFailures } from '../locks/failures.ts'
import { hashRecoveryCode, newKey, newRecoveryCodes, stepOf, uriOf } from './codes.ts'
import { secondFactorOffMail } from './mail.ts'
import { type Asker, type PreparedProof, takeProof, wrongCode } from './proof.ts'
import {
  confirmPending,
  countRecoveryCodes,
  deleteSecondFactor,
  readRequiredRoles,
  readSecondFactor,
  readStanding,
  replaceRecoveryCodes,
  replaceRequiredRoles,
  upsertPending,
} from './queries.ts'

/** How it stands with the second factor of the one who asks. */
export async function getSecondFactor(
  { db }: Context,
  { personId }: Session,
): Promise<SecondFactor> {
  const { confirmed_at: since, codes_left, required_role } = await readStanding(db, personId)
  return {
    isOn: since !== null,
    since: since === null ? null : isoInstant(since),
    recoveryCodesLeft: codes_left,
    isRequired: required_role !== null,
  }
}

/**
 * Makes the key of a second factor, for one whose password was checked, and returns it. Refuses a
 * second one.
 */
export async function beginSecondFactor(
  context: Context,
  { personId, email }: Session,
): Promise<{ key: string; uri: string }> {
  const key = newKey()
  const pending = { secret: key, now: context.clock() }
  const isKept = await upsertPending(context.db, personId, pending)
  if (!isKept) throw new Refused(secondFactorRefusals.isOn)
  await noteState(context, personId, ['off', 'being set up'])
  return { key, uri: uriOf(key, email) }
}

/** A first code that was right, by its key and time step. */
type PreparedCode = { secret: string; step: number }

/**
 * Looks at the first code of a second factor that is being set up. Refuses a wrong one, which
 * counts as a failed login, and when none is being set up.
 */
export async function prepareConfirmation(
  context: Context,
  asker: Asker,
  { code }: { code: string },
): Promise<PreparedCode> {
  await refuseTooManyFailures(context, asker)
  const pending = await readSecondFactor(context.db, asker.personId)
  if (!pending || pending.confirmed_at !== null) throw new Refused(secondFactorRefusals.notBegun)
  const { secret } = pending
  const step = stepOf(code, secret, context.clock())
  if (step !== undefined) return { secret, step }
  await noteFailure(context, asker)
  throw wrongCode()
}

/**
 * Switches the second factor on, ends the other sessions, and returns the recovery codes. Refuses
 * when another one is being set up meanwhile. Call it within a transaction.
 */
export async function confirmSecondFactor(
  context: Context,
  { personId, tokenHash }: Session,
  prepared: PreparedCode,
): Promise<string[]> {
  const now = context.clock()
  const isOn = await confirmPending(context.db, personId, { ...prepared, now })
  if (!isOn) throw new Refused(secondFactorRefusals.notBegun)
  const codes = await makeRecoveryCodes(context, personId)
  await noteState(context, personId, ['being set up', 'on'])
  await endSessionsOf(context, personId, tokenHash)
  context.live.end({ personId, exceptTokenHash: tokenHash })
  return codes
}

/** Makes new recovery codes, which kill the older ones. Refuses a proof that is good no more. */
export async function renewRecoveryCodes(
  context: Context,
  asker: Asker,
  proof: PreparedProof,
): Promise<string[]> {
  const { personId: id } = asker
  await takeProof(context, asker, proof)
  const left = await countRecoveryCodes(context.db, id)
  const codes = await makeRecoveryCodes(context, id)
  const after = { recovery_codes_left: codes.length }
  // As many as before are other ones all the same.
  const before = left === codes.length ? undefined : { recovery_codes_left: left }
  await note(context, { kind: 'people', id, before, after })
  return codes
}

/** Switches one's second factor off, and tells so by mail. Refuses a proof that is good no more. */
export async function removeSecondFactor(
  context: Context,
  asker: Asker,
  proof: PreparedProof,
): Promise<void> {
  await takeProof(context, asker, proof)
  await switchOff(context, { id: asker.personId, ...asker }, 'you')
}

/**
 * Switches off the second factor of somebody who has lost it, and tells them by mail. Refuses an
 * unknown person and one who has none. Call it within a transaction.
 */
export async function resetSecondFactor(
  context: Context,
  role: AddableRole,
  id: string,
): Promise<void> {
  const person = await people.findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const wasOn = await switchOff(context, person, 'an admin')
  if (!wasOn) throw new Refused(secondFactorRefusals.theirsIsOff)
}

/** Switches a person's second factor off and tells them by mail; false if none was on. */
export async function switchOff(
  context: Context,
  person: { id: string; name: string; email: string },
  by: 'you' | 'an admin',
): Promise<boolean> {
  const wasOn = await dropSecondFactor(context, person.id)
  if (wasOn) await postMail(context, secondFactorOffMail(person, by))
  return wasOn
}

/** Switches a person's second factor off without a mail; false if none was on. */
export async function dropSecondFactor(context: Context, id: string): Promise<boolean> {
  const wasOn = await deleteSecondFactor(context.db, id)
  if (wasOn) await noteState(context, id, ['on', 'off'])
  return wasOn
}

/** The roles that must have a second factor. */
export function getRequiredRoles({ db }: Context): Promise<Role[]> {
  return readRequiredRoles(db)
}

/**
 * Says which roles must have a second factor; it holds from the next call on. Call it within a
 * transaction.
 */
export async function setRequiredRoles(context: Context, roles: Role[]): Promise<void> {
  const asJson = (some: Role[]) => ({ roles: JSON.stringify(some.toSorted()) })
  const wanted = [...new Set(roles)]
  const before = asJson(await readRequiredRoles(context.db))
  await replaceRequiredRoles(context.db, wanted)
  const after = asJson(wanted)
  await note(context, { kind: 'second_factor_roles', id: 'all', before, after })
}

type State = 'off' | 'being set up' | 'on'

/** Leaves a line in the trail of how it stood with a person's second factor, and stands now. */
async function noteState(context: Context, id: string, [was, is]: [State, State]): Promise<void> {
  const [before, after] = [{ second_factor: was }, { second_factor: is }]
  await note(context, { kind: 'people', id, before, after })
}

/** Makes recovery codes in the place of the older ones, of which only the hashes are kept. */
async function makeRecoveryCodes({ db }: Context, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await replaceRecoveryCodes(db, personId, hashes)
  return codes
}
