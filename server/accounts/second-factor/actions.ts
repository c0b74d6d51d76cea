import { type SecondFactor, secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { accountRefusals } from '#contract/accounts.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { postMail } from '#server/kit/outbox.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSessionsOf, type Session } from '#server/kit/session.ts'
import { note } from '#server/kit/trail.ts'
import * as people from '#server/people/actions.ts'
import { type Asker, noteFailure, refuseTooManyFailures } from '../sessions/failures.ts'
import { hashRecoveryCode, newKey, newRecoveryCodes, stepOf, uriOf } from './codes.ts'
import { secondFactorOffMail } from './mail.ts'
import { wrongCode } from './proof.ts'
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

/** Makes the key of a second factor and returns it. Refuses one who has one already. */
export async function beginSecondFactor(
  context: Context,
  { personId, email }: Session,
): Promise<{ key: string; uri: string }> {
  const key = newKey()
  const isKept = await upsertPending(context.db, personId, { secret: key, now: context.clock() })
  if (!isKept) throw new Refused(secondFactorRefusals.isOn)
  await note(context, { ...factorOf(personId), after: { confirmed_at: null } })
  return { key, uri: uriOf(key, email) }
}

/** A key that waits for its first code, and the time step of that code. */
type Confirmation = { secret: string; step: number }

/**
 * Checks the first code of a second factor that is being set up. Refuses a wrong code, and when
 * none is being set up.
 */
export async function prepareConfirmation(
  context: Context,
  asker: Asker,
  { code }: { code: string },
): Promise<Confirmation> {
  await refuseTooManyFailures(context, asker)
  const pending = await readSecondFactor(context.db, asker.personId)
  if (!pending || pending.confirmed_at !== null) throw new Refused(secondFactorRefusals.notBegun)
  const { secret } = pending
  const step = stepOf(code, secret, context.clock())
  if (step === undefined) {
    await noteFailure(context, asker)
    throw wrongCode()
  }
  return { secret, step }
}

/**
 * Switches the second factor on, ends the other sessions, and returns the recovery codes. Refuses
 * if it is no longer being set up.
 */
export async function confirmSecondFactor(
  context: Context,
  { personId, tokenHash }: Session,
  confirmation: Confirmation,
): Promise<string[]> {
  const now = context.clock()
  const isOn = await confirmPending(context.db, personId, { ...confirmation, now })
  if (!isOn) throw new Refused(secondFactorRefusals.notBegun)
  const isOnNow = { before: { confirmed_at: null }, after: { confirmed_at: now } }
  await note(context, { ...factorOf(personId), ...isOnNow })
  await endSessionsOf(context, personId, tokenHash)
  context.live.end({ personId, exceptTokenHash: tokenHash })
  return giveRecoveryCodes(context, personId)
}

/** Makes new recovery codes, which kill the older ones. */
export async function renewRecoveryCodes(
  context: Context,
  { personId }: Session,
): Promise<string[]> {
  const left = await countRecoveryCodes(context.db, personId)
  const codes = await giveRecoveryCodes(context, personId)
  const counts = {
    before: { recovery_codes: left },
    after: { recovery_codes: codes.length, renewed_at: context.clock() },
  }
  await note(context, { ...factorOf(personId), ...counts })
  return codes
}

/** Switches one's second factor off, and tells so by mail. */
export async function removeSecondFactor(context: Context, session: Session): Promise<void> {
  const wasOn = await switchOff(context, session.personId)
  if (!wasOn) throw new Refused(secondFactorRefusals.isOff)
  await postMail(context, secondFactorOffMail(session, 'you'))
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
  const person = await people.findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const wasOn = await switchOff(context, id)
  if (!wasOn) throw new Refused(secondFactorRefusals.theirsIsOff)
  await postMail(context, secondFactorOffMail(person, 'an admin'))
}

/** Switches a second factor off; false if none was on. Call it within a transaction. */
export async function switchOff(context: Context, personId: string): Promise<boolean> {
  const before = await readSecondFactor(context.db, personId)
  const wasOn = await deleteSecondFactor(context.db, personId)
  const { confirmed_at = null } = before ?? {}
  if (wasOn) await note(context, { ...factorOf(personId), before: { confirmed_at } })
  return wasOn
}

/** The roles that must have a second factor. */
export function getRequiredRoles({ db }: Context): Promise<Role[]> {
  return readRequiredRoles(db)
}

/** Says which roles must have a second factor; it holds from the next call on. */
export async function setRequiredRoles(context: Context, roles: Role[]): Promise<void> {
  const inWords = (some: Role[]) => ({ roles: some.toSorted().join(', ') })
  const before = inWords(await readRequiredRoles(context.db))
  const required = [...new Set(roles)]
  await replaceRequiredRoles(context.db, required)
  const school = { kind: 'second_factor_roles', id: 'school' } as const
  await note(context, { ...school, before, after: inWords(required) })
}

const factorOf = (personId: string) => ({ kind: 'second_factors', id: personId }) as const

/** Puts fresh recovery codes in the place of the older ones, and returns them; hashes are kept. */
async function giveRecoveryCodes({ db }: Context, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await replaceRecoveryCodes(db, personId, hashes)
  return codes
}
