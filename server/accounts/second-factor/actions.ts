import { type SecondFactor, secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endPersonSessions, type Session } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { formatInstantFor } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import type { Caller } from '../check-own-password.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from '../lockouts/failed-logins.ts'
import { type CheckedCredentials, consumeCredentials, wrongCode } from './check-credentials.ts'
import {
  findTimeStep,
  hashRecoveryCode,
  makeRecoveryCodes,
  makeTotpKey,
  toOtpAuthUri,
} from './codes.ts'
import { secondFactorOffMail } from './mail.ts'
import {
  addRecoveryCodes,
  confirmPendingFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecondFactor,
  deleteSecondFactorSince,
  readRequiredRoles,
  readSecondFactor,
  readSecondFactorState,
  savePendingFactor,
  saveRequiredRoles,
} from './queries.ts'

/** Returns the status of the caller’s second factor. */
export async function getSecondFactor(
  { db }: Context,
  { personId }: Session,
): Promise<SecondFactor> {
  const state = await readSecondFactorState(db, { personId })
  const since = state.confirmed_at
  return {
    isOn: since !== null,
    since: since === null ? null : isoInstant(since),
    recoveryCodesLeft: state.codes_left,
    isRequired: state.required_role !== null,
  }
}

/**
 * Makes the key of a second factor, for one whose password was checked, and returns it. Refuses a
 * second one.
 */
export async function beginSecondFactor(
  context: Context<Tx>,
  { personId, email }: Session,
): Promise<{ key: string; uri: string }> {
  const key = makeTotpKey()
  const { db, clock } = context
  const isKept = await savePendingFactor(db, { personId, secret: key, now: clock() })
  if (!isKept) throw new Refused(secondFactorRefusals.isOn)
  await recordState(context, personId, ['off', 'being set up'])
  return { key, uri: toOtpAuthUri(key, email) }
}

/** A first code that was right, by its key and time step. */
type CheckedCode = { secret: string; step: number }

/**
 * Looks at the first code of a second factor that is being set up. Refuses a wrong one, which
 * counts as a failed login, and when none is being set up.
 */
export async function checkFirstCode(
  context: Context,
  caller: Caller,
  { code }: { code: string },
): Promise<CheckedCode> {
  await refuseTooManyFailedLogins(context, caller)
  const pending = await readSecondFactor(context.db, { personId: caller.personId })
  if (!pending || pending.confirmed_at !== null) throw new Refused(secondFactorRefusals.notBegun)
  const { secret } = pending
  const step = findTimeStep(code, secret, context.clock())
  if (step !== undefined) return { secret, step }
  await inTransaction(context, (tx) => recordFailedLogin(tx, caller))
  throw wrongCode()
}

/**
 * Switches the second factor on, ends the other sessions, and returns the recovery codes. Refuses
 * when another one is being set up meanwhile.
 */
export async function confirmSecondFactor(
  context: Context<Tx>,
  { personId, tokenHash }: Session,
  prepared: CheckedCode,
): Promise<string[]> {
  const { db, clock } = context
  const isOn = await confirmPendingFactor(db, { personId, ...prepared, now: clock() })
  if (!isOn) throw new Refused(secondFactorRefusals.notBegun)
  const codes = await replaceRecoveryCodes(context, personId)
  await recordState(context, personId, ['being set up', 'on'])
  await endPersonSessions(context, personId, tokenHash)
  context.live.end({ personId, exceptTokenHash: tokenHash })
  return codes
}

/** Makes new recovery codes, which kill the older ones. Refuses a proof that is good no more. */
export async function renewRecoveryCodes(
  context: Context<Tx>,
  caller: Caller,
  credentials: CheckedCredentials,
): Promise<string[]> {
  const { personId: id } = caller
  await consumeCredentials(context, caller, credentials)
  const { count: left } = await countRecoveryCodes(context.db, { personId: id })
  const codes = await replaceRecoveryCodes(context, id)
  const after = { recovery_codes_left: codes.length }
  // As many as before are other ones all the same.
  const before = left === codes.length ? undefined : { recovery_codes_left: left }
  await recordAudit(context, { kind: 'people', id, before, after })
  return codes
}

/** Switches one's second factor off, and tells so by mail. Refuses a proof that is good no more. */
export async function removeSecondFactor(
  context: Context<Tx>,
  caller: Caller,
  credentials: CheckedCredentials,
): Promise<void> {
  await consumeCredentials(context, caller, credentials)
  await switchOffAndMail(context, { id: caller.personId, ...caller }, 'you')
  if (context.change) context.change.changesSecondFactor = true
}

/**
 * Switches off the second factor of somebody who has lost it, and tells them by mail. Refuses an
 * unknown person and one who has none.
 */
export async function resetSecondFactor(
  context: Context<Tx>,
  role: AddableRole,
  id: string,
): Promise<void> {
  const person = await people.findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const wasOn = await switchOffAndMail(context, person, 'an admin')
  if (!wasOn) throw new Refused(secondFactorRefusals.theirsIsOff)
}

/** Switches a person's second factor off and tells them by mail; false if none was on. */
export async function switchOffAndMail(
  context: Context<Tx>,
  person: { id: string; name: string; email: string },
  by: 'you' | 'an admin',
): Promise<boolean> {
  const wasOn = await switchOffSecondFactor(context, person.id)
  if (!wasOn) return false
  const { schoolName } = context.settings
  const at = await formatInstantFor(context, person.id, context.clock())
  await enqueueMail(context, secondFactorOffMail(person, schoolName, { by, at }))
  return true
}

/** Switches a person's second factor off without a mail; false if none was on. */
export async function switchOffSecondFactor(context: Context<Tx>, id: string): Promise<boolean> {
  await deleteRecoveryCodes(context.db, { personId: id })
  const wasOn = await deleteSecondFactor(context.db, { personId: id })
  if (wasOn) await recordState(context, id, ['on', 'off'])
  return wasOn
}

/** Takes back what became of a person's second factor since: one that was on before stays. */
export async function switchOffSecondFactorSince(
  context: Context<Tx>,
  id: string,
  since: number,
): Promise<void> {
  // It waits for whoever is switching one on at this moment, and what it waited for goes too.
  const dropped = await deleteSecondFactorSince(context.db, { personId: id, since })
  if (!dropped) return
  await deleteRecoveryCodes(context.db, { personId: id })
  const was = dropped.confirmed_at === null ? 'being set up' : 'on'
  await recordState(context, id, [was, 'off'])
}

/** The roles that must have a second factor. */
export async function getRequiredRoles({ db }: Context): Promise<Role[]> {
  return (await readRequiredRoles(db)).map(({ role }) => role)
}

/** Says which roles must have a second factor; it holds from the next call on. */
export async function setRequiredRoles(context: Context<Tx>, roles: Role[]): Promise<void> {
  const asJson = (some: Role[]) => ({ roles: JSON.stringify(some.toSorted()) })
  const wanted = [...new Set(roles)]
  const before = asJson(await getRequiredRoles(context))
  await saveRequiredRoles(context.db, wanted)
  if (context.change) context.change.changesSecondFactor = true
  const after = asJson(wanted)
  await recordAudit(context, { kind: 'second_factor_roles', id: 'all', before, after })
}

type State = 'off' | 'being set up' | 'on'

/**
 * Leaves an entry in the audit log of how it stood with a person's second factor, and stands now.
 */
async function recordState(
  context: Context<Tx>,
  id: string,
  [was, is]: [State, State],
): Promise<void> {
  const [before, after] = [{ second_factor: was }, { second_factor: is }]
  await recordAudit(context, { kind: 'people', id, before, after })
}

/** Makes recovery codes in the place of the older ones, of which only the hashes are kept. */
async function replaceRecoveryCodes({ db }: Context<Tx>, personId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await deleteRecoveryCodes(db, { personId })
  await addRecoveryCodes(db, personId, hashes)
  return codes
}
