import { emailChangeRefusals } from '#contract/accounts/change-email.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { emailChangeHours, emailUndoDays } from '#contract/limits/accounts.ts'
import { basePath, type Role } from '#contract/roles.ts'
import { revokeFeedLink } from '#server/calendar/actions.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import { endPersonSessions } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'
import { dropFailedMail, enqueueMail, replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import { redirectUnsent, redirectUnsentNotifications } from '#server/kit/mail/queries.ts'
import { formatInstantFor, notify } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import { refuseTakenEmail, saveEmail } from '#server/people/edit-details.ts'
import type { Caller } from '../check-own-password.ts'
import { passwordResets } from '../link-queries.ts'
import { mayUsePassword } from '../may-use-password.ts'
import { canSignIn, sendResetAfterUndo } from '../recovery/actions.ts'
import { revokePassword } from '../recovery/revoked-password.ts'
import { switchOffSecondFactorSince } from '../second-factor/actions.ts'
import { type CheckedCredentials, consumeCredentials } from '../second-factor/check-credentials.ts'
import { makeEmailChangedMail, makeEmailConfirmationMail } from './mail.ts'
import {
  consumeEmailChange,
  deleteLaterChanges,
  deleteUnconfirmedChange,
  insertEmailChange,
  markChangeConfirmed,
  readConfirmedChange,
  readUnconfirmedChange,
  readUndoableChange,
} from './queries.ts'

/**
 * Mails a confirmation link to the new address, which replaces an older link. Refuses credentials
 * that are no longer valid, the current email, and one that is in use.
 */
export async function requestEmailChange(
  context: Context<Tx>,
  caller: Caller,
  email: string,
  credentials: CheckedCredentials,
): Promise<void> {
  const { db, clock, settings } = context
  const { personId: id, role } = caller
  const person = await consumeCredentials(context, caller, credentials)
  if (email === person.email) throw emailFieldRefusal(emailChangeRefusals.sameEmail)
  await refuseTakenEmail(context, email)
  const [secret, expiresAt] = [newSecret(), clock() + emailChangeHours * hourMs]
  await deleteUnconfirmedChange(db, { personId: id })
  await insertEmailChange(db, {
    id: newId(),
    person_id: id,
    old_email: person.email,
    new_email: email,
    secret_hash: hashSecret(secret),
    expires_at: expiresAt,
  })
  const link = `${settings.appUrl}${basePath[role]}/confirm-email/${secret}`
  const until = await formatInstantFor(context, id, expiresAt)
  await replaceUnsentMail(
    context,
    makeEmailConfirmationMail(person, settings.schoolName, { email, link, until }),
  )
  const before = { wanted_email: null }
  await recordAudit(context, { kind: 'people', id, before, after: { wanted_email: email } })
}

/**
 * Changes the person's email to the address the link was mailed to. Redirects waiting mails, except
 * those about security, and tells the old address, which can undo the change for a week. A change
 * back to an address that can undo an earlier one gets no link, and ends the links made since.
 * Invalidates password reset links. Refuses an invalid link, one whose person was blocked or got
 * another email since, and an email that is now in use.
 */
export async function confirmEmailChange(
  context: Context<Tx>,
  role: Role,
  secret: string,
): Promise<void> {
  const { db, clock, settings } = context
  const [now, secretHash, undo] = [clock(), hashSecret(secret), newSecret()]
  const change = await findUnconfirmedChange(context, role, secret)
  const person = await people.lockPerson(context, change.person_id)
  if (!canConfirm(person, change)) throw new Refused(emailChangeRefusals.badLink)
  const { id, old_email: oldEmail, new_email: newEmail } = change
  const expiresAt = now + emailUndoDays * dayMs
  const confirmed = { id, secretHash, undoHash: hashSecret(undo), now, until: expiresAt }
  if (!(await markChangeConfirmed(db, confirmed))) throw new Refused(emailChangeRefusals.badLink)
  setAuditActor(context, person.id)
  await saveEmail(context, person, newEmail)
  const redirect = { personId: person.id, from: oldEmail, to: newEmail }
  await redirectUnsentNotifications(db, { ...redirect, now })
  await deleteResetLinks(context, person.id)
  const back = { personId: person.id, oldEmail: newEmail, now }
  const undoable = await readUndoableChange(db, back)
  // An intruder must not restore an address that the owner has just replaced with their own.
  if (undoable) await deleteLaterChanges(db, { id: undoable.id, personId: person.id })
  const link = `${settings.appUrl}${basePath[role]}/undo-email/${undo}`
  const at = await formatInstantFor(context, person.id, now)
  const until = await formatInstantFor(context, person.id, expiresAt)
  const details = { oldEmail, newEmail, at, undoLink: undoable ? undefined : { link, until } }
  await enqueueMail(context, makeEmailChangedMail(person, settings.schoolName, details))
  await notifyEmailChanged(context, person, { dedupeKey: id, email: newEmail })
}

/** Refuses a link that `confirmEmailChange` would refuse. */
export async function checkConfirmationLink(
  context: Context,
  role: Role,
  secret: string,
): Promise<void> {
  const change = await findUnconfirmedChange(context, role, secret)
  const person = await people.findPerson(context, role, { id: change.person_id })
  if (!canConfirm(person, change)) throw new Refused(emailChangeRefusals.badLink)
}

async function findUnconfirmedChange({ db, clock }: Context, role: Role, secret: string) {
  const change = await readUnconfirmedChange(db, { secret_hash: hashSecret(secret), now: clock() })
  if (change?.role !== role) throw new Refused(emailChangeRefusals.badLink)
  return change
}

/** Whether the person can sign in and still has the email of when they requested the change. */
function canConfirm(
  person: people.Person | undefined,
  { old_email: oldEmail }: { old_email: string },
): person is people.Person {
  return person !== undefined && canSignIn(person) && person.email === oldEmail
}

/** Notifies in the app too, as the new address could be someone else's. */
export function notifyEmailChanged(
  context: Context<Tx>,
  { id: _id, role }: people.Person,
  { dedupeKey, ...changed }: { dedupeKey: string; email: string; isBack?: boolean },
): Promise<void> {
  const payload = () => changed
  return notify(context, { kind: 'email-changed', dedupeKey, to: [{ _id, role }], payload })
}

/**
 * Restores the email from before a change, redirects waiting mails to it, and locks out whoever
 * made the change: ends sessions, API tokens, password, calendar link and mailed links, later email
 * changes, and a second factor that was switched on since. Mails a password reset link to the old
 * address; returns false if the person could not sign in with it. Refuses an invalid link, and an
 * email that someone else has now.
 */
export async function undoEmailChange(
  context: Context<Tx>,
  role: Role,
  secret: string,
): Promise<boolean> {
  const { db } = context
  const change = await findConfirmedChange(context, role, secret)
  const person = await people.lockPerson(context, change.person_id)
  const isTaken = person !== undefined && (await consumeEmailChange(db, { id: change.id }))
  if (!isTaken || change.changed_at === null) throw new Refused(emailChangeRefusals.badLink)
  const { id } = person
  setAuditActor(context, id)
  await deleteLaterChanges(db, { id: change.id, personId: id })
  await saveEmail(context, person, change.old_email)
  const redirect = { personId: id, from: person.email, to: change.old_email }
  await redirectUnsent(db, { ...redirect, now: context.clock() })
  await revokePassword(context, person)
  await switchOffSecondFactorSince(context, id, change.changed_at)
  await deleteResetLinks(context, id)
  await revokeFeedLink(context, id)
  await endPersonSessions(context, id)
  await endApiTokens(context, id)
  const back = { email: change.old_email, isBack: true }
  await notifyEmailChanged(context, person, { dedupeKey: `${change.id} back`, ...back })
  context.live.end({ personId: id })
  const restored = { ...person, email: change.old_email }
  if (!canSignIn(person) || !(await mayUsePassword(context, restored))) return false
  await sendResetAfterUndo(context, restored)
  return true
}

/** Returns the email change that a link undoes. Refuses a link that is not valid for this role. */
export async function findConfirmedChange({ db, clock }: Context, role: Role, secret: string) {
  const change = await readConfirmedChange(db, { secret_hash: hashSecret(secret), now: clock() })
  if (change?.role !== role) throw new Refused(emailChangeRefusals.badLink)
  return change
}

/** Invalidates password reset links that were mailed to an address the person no longer has. */
export async function deleteResetLinks(context: Context<Tx>, personId: string): Promise<void> {
  await passwordResets.remove(context.db, { personId })
  await dropFailedMail(context, 'password-reset', personId)
}

/** Makes a refusal that is shown at the email field. */
function emailFieldRefusal(refusal: (typeof emailChangeRefusals)['sameEmail']): Refused {
  return new Refused(refusal, { errors: { email: refusal.message } })
}
