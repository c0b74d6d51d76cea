import { accountRefusals } from '#contract/accounts/accounts.ts'
import { type SecondFactorStatus, secondFactorRefusals } from '#contract/accounts/second-factor.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Role } from '#contract/roles.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endPersonSessions, type Session } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { formatInstantFor } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import type { Caller } from '../check-own-password.ts'
import { recordFailedLogin, refuseTooManyFailedLogins } from '../lockouts/failed-logins.ts'
import { mayUsePassword } from '../may-use-password.ts'
import {
  type CheckedCredentials,
  consumeCredentials,
  makeWrongCodeRefusal,
} from './check-credentials.ts'
import {
  findTimeStep,
  hashRecoveryCode,
  makeRecoveryCodes,
  makeTotpKey,
  toOtpAuthUri,
} from './codes.ts'
import { makeSecondFactorOffMail } from './mail.ts'
import {
  addRecoveryCodes,
  confirmPendingFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecondFactor,
  deleteSecondFactorSince,
  readRequiredRoles,
  readSecondFactor,
  readSecondFactorStatus,
  savePendingFactor,
  saveRequiredRoles,
} from './queries.ts'

export async function getSecondFactor(
  context: Context,
  { personId: id, role, email }: Session,
): Promise<SecondFactorStatus> {
  const state = await readSecondFactorStatus(context.db, { personId: id })
  const since = state.confirmed_at
  return {
    isOn: since !== null,
    since: since === null ? null : toIsoInstant(since),
    recoveryCodesLeft: state.codes_left,
    isRequired: state.required_role !== null,
    usesPassword: await mayUsePassword(context, { id, role, email }),
  }
}

/** Whether a person’s role requires a second factor and they have none here. */
export async function lacksSecondFactor(
  { db }: Context,
  { id: personId }: { id: string },
): Promise<boolean> {
  const state = await readSecondFactorStatus(db, { personId })
  return state.required_role !== null && state.confirmed_at === null
}

/**
 * Creates and returns the key of a new second factor; the caller has checked the password. Refuses
 * if one is on already.
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

/** A correct first code, as key and time step. */
type CheckedCode = { secret: string; step: number }

/**
 * Checks the first code of a second factor that is being set up. Refuses a wrong one, which counts
 * as a failed login, and if none is being set up.
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
  throw makeWrongCodeRefusal()
}

/**
 * Switches the second factor on, ends the other sessions, and returns the recovery codes. Refuses
 * if it was set up anew since the code was checked.
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

/**
 * Returns new recovery codes, which replace the old ones. Refuses credentials that are no longer
 * valid.
 */
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
  // If the count is the same, `before` would equal `after` although the codes are new.
  const before = left === codes.length ? undefined : { recovery_codes_left: left }
  await recordAudit(context, { kind: 'people', id, before, after })
  return codes
}

/**
 * Switches the caller's second factor off and mails them so. Refuses credentials that are no longer
 * valid.
 */
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
 * Switches off another person's second factor and mails them so. Refuses an unknown person, one
 * without a second factor, and an admin's own, for which the password is needed.
 */
export async function resetSecondFactor(
  context: Context<Tx>,
  role: Role,
  { id, adminId }: { id: string; adminId: string },
): Promise<void> {
  if (id === adminId) throw new Refused(secondFactorRefusals.own)
  const person = await people.findPerson(context, role, { id })
  if (!person) throw new Refused(accountRefusals.unknownUser)
  const wasOn = await switchOffAndMail(context, person, 'an admin')
  if (!wasOn) throw new Refused(secondFactorRefusals.theirsIsOff)
}

/** Switches a person's second factor off and mails them so; false if none was on. */
export async function switchOffAndMail(
  context: Context<Tx>,
  person: { id: string; name: string; email: string },
  by: 'you' | 'an admin',
): Promise<boolean> {
  const wasOn = await switchOffSecondFactor(context, person.id)
  if (!wasOn) return false
  const { schoolName } = context.settings
  const at = await formatInstantFor(context, person.id, context.clock())
  await enqueueMail(context, makeSecondFactorOffMail(person, schoolName, { by, at }))
  return true
}

/** Switches a person's second factor off without a mail; false if none was on. */
export async function switchOffSecondFactor(context: Context<Tx>, id: string): Promise<boolean> {
  await deleteRecoveryCodes(context.db, { personId: id })
  const wasOn = await deleteSecondFactor(context.db, { personId: id })
  if (wasOn) await recordState(context, id, ['on', 'off'])
  return wasOn
}

/**
 * Switches off a second factor that was switched on after `since` or is being set up; an older one
 * stays.
 */
export async function switchOffSecondFactorSince(
  context: Context<Tx>,
  id: string,
  since: number,
): Promise<void> {
  // The delete waits for a concurrent switch-on, and then deletes that one too.
  const dropped = await deleteSecondFactorSince(context.db, { personId: id, since })
  if (!dropped) return
  await deleteRecoveryCodes(context.db, { personId: id })
  const was = dropped.confirmed_at === null ? 'being set up' : 'on'
  await recordState(context, id, [was, 'off'])
}

export async function getRequiredRoles({ db }: Context): Promise<Role[]> {
  return (await readRequiredRoles(db)).map(({ role }) => role)
}

/** Sets which roles must have a second factor, from the next call on. */
export async function setRequiredRoles(context: Context<Tx>, roles: Role[]): Promise<void> {
  // Two changes at once would wait for each other's rows.
  await advisoryLock(context.db, 'second factor roles')
  const asJson = (some: Role[]) => ({ roles: JSON.stringify(some.toSorted()) })
  const wanted = [...new Set(roles)]
  const before = asJson(await getRequiredRoles(context))
  await saveRequiredRoles(context.db, wanted)
  if (context.change) context.change.changesSecondFactor = true
  const after = asJson(wanted)
  await recordAudit(context, { kind: 'second_factor_roles', id: 'all', before, after })
}

type State = 'off' | 'being set up' | 'on'

/** Records a person's second factor before and after a change in the audit log. */
async function recordState(
  context: Context<Tx>,
  id: string,
  [was, is]: [State, State],
): Promise<void> {
  const [before, after] = [{ second_factor: was }, { second_factor: is }]
  await recordAudit(context, { kind: 'people', id, before, after })
}

/** Replaces a person's recovery codes and returns the new ones; only their hashes are stored. */
async function replaceRecoveryCodes({ db }: Context<Tx>, personId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await deleteRecoveryCodes(db, { personId })
  await addRecoveryCodes(db, personId, hashes)
  return codes
}
