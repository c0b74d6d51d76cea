import { emailRefusals } from '#contract/accounts/email.ts'
import { dayMs, hourMs } from '#contract/kit/time/time.ts'
import { emailChangeHours, emailUndoDays } from '#contract/limits/accounts.ts'
import { basePath, type Role } from '#contract/roles.ts'
import { revokeFeedLink } from '#server/calendar/actions.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endPersonSessions } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'
import { dropFailedMail, enqueueMail, replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import { formatInstantFor, notify } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import type { Caller } from '../check-own-password.ts'
import { passwordResets } from '../link-queries.ts'
import { canSignIn, sendResetAfterUndo } from '../recovery/actions.ts'
import { revokePassword } from '../recovery/revoked-password.ts'
import { switchOffSecondFactorSince } from '../second-factor/actions.ts'
import { type CheckedCredentials, consumeCredentials } from '../second-factor/check-credentials.ts'
import { confirmEmailMail, emailChangedMail } from './mail.ts'
import {
  consumeEmailChange,
  deleteLaterChanges,
  deleteUnconfirmedChange,
  insertEmailChange,
  markChangeConfirmed,
  readConfirmedChange,
  readUnconfirmedChange,
} from './queries.ts'

/**
 * Mails the one who asks a link to the address that is to be theirs; an older link dies. Refuses a
 * proof that is good no more, their own email, and one that is in use.
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
  if (email === person.email) throw emailFieldRefusal(emailRefusals.sameEmail)
  await people.refuseTakenEmail(context, email)
  const [secret, expiresAt] = [newSecret(), clock() + emailChangeHours * hourMs]
  await deleteUnconfirmedChange(db, { personId: id })
  await insertEmailChange(db, {
    ...{ id: newId(), person_id: id, old_email: person.email, new_email: email },
    ...{ secret_hash: hashSecret(secret), expires_at: expiresAt },
  })
  const link = `${settings.appUrl}${basePath[role]}/confirm-email/${secret}`
  const until = await formatInstantFor(context, id, expiresAt)
  await replaceUnsentMail(
    context,
    confirmEmailMail(person, settings.schoolName, { email, link, until }),
  )
  const before = { wanted_email: null }
  await recordAudit(context, { kind: 'people', id, before, after: { wanted_email: email } })
}

/**
 * Gives a person the email that the link was mailed to, and tells the old one, which can take it
 * back for a week. Links to a new password that went to the old one die. Refuses a bad link, also
 * where the person was blocked or has got another email since, and an email that is in use by now.
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
  if (!canConfirm(person, change)) throw new Refused(emailRefusals.badLink)
  const { id, old_email: oldEmail, new_email: newEmail } = change
  const expiresAt = now + emailUndoDays * dayMs
  const confirmed = { id, secretHash, undoHash: hashSecret(undo), now, until: expiresAt }
  if (!(await markChangeConfirmed(db, confirmed))) throw new Refused(emailRefusals.badLink)
  setAuditActor(context, person.id)
  await people.changeEmail(context, person, newEmail)
  await deleteResetLinks(context, person.id)
  const link = `${settings.appUrl}${basePath[role]}/undo-email/${undo}`
  const at = await formatInstantFor(context, person.id, now)
  const until = await formatInstantFor(context, person.id, expiresAt)
  const details = { oldEmail, newEmail, at, link, until }
  await enqueueMail(context, emailChangedMail(person, settings.schoolName, details))
  await notifyChanged(context, person, { dedupeKey: id, email: newEmail })
}

/** Refuses a link that confirms nothing, as `confirmEmailChange` does. */
export async function checkConfirmationLink(
  context: Context,
  role: Role,
  secret: string,
): Promise<void> {
  const change = await findUnconfirmedChange(context, role, secret)
  const person = await people.findPerson(context, role, { id: change.person_id })
  if (!canConfirm(person, change)) throw new Refused(emailRefusals.badLink)
}

async function findUnconfirmedChange({ db, clock }: Context, role: Role, secret: string) {
  const change = await readUnconfirmedChange(db, { secret_hash: hashSecret(secret), now: clock() })
  if (change?.role !== role) throw new Refused(emailRefusals.badLink)
  return change
}

/** Whether somebody can sign in, with the email that they had when they asked for another. */
function canConfirm(
  person: people.Person | undefined,
  { old_email: oldEmail }: { old_email: string },
): person is people.Person {
  return person !== undefined && canSignIn(person) && person.email === oldEmail
}

/** The person is told on the page, too: the new address could be somebody else's. */
function notifyChanged(
  context: Context<Tx>,
  { id: _id, role }: people.Person,
  { dedupeKey, ...changed }: { dedupeKey: string; email: string; isBack?: boolean },
): Promise<void> {
  const payload = () => changed
  return notify(context, { kind: 'email-changed', dedupeKey, to: [{ _id, role }], payload })
}

/**
 * Gives a person the email back that was theirs before a change, and ends all by which whoever made
 * it could come back: sessions, password, the calendar's address, a second factor that was switched
 * on since, what was asked for since, and the links that were mailed. A link to a new password goes
 * to the old address; false for one who could not sign in with it. Refuses a bad link, and an email
 * that has become another's.
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
  if (!isTaken || change.changed_at === null) throw new Refused(emailRefusals.badLink)
  const { id } = person
  setAuditActor(context, id)
  await deleteLaterChanges(db, { id: change.id, personId: id })
  await people.changeEmail(context, person, change.old_email)
  await revokePassword(context, person)
  await switchOffSecondFactorSince(context, id, change.changed_at)
  await deleteResetLinks(context, id)
  await revokeFeedLink(context, id)
  await endPersonSessions(context, id)
  const back = { email: change.old_email, isBack: true }
  await notifyChanged(context, person, { dedupeKey: `${change.id} back`, ...back })
  context.live.end({ personId: id })
  if (!canSignIn(person)) return false
  await sendResetAfterUndo(context, { ...person, email: change.old_email })
  return true
}

/** The change that a link takes back. Refuses one that is not good for this role. */
export async function findConfirmedChange({ db, clock }: Context, role: Role, secret: string) {
  const change = await readConfirmedChange(db, { secret_hash: hashSecret(secret), now: clock() })
  if (change?.role !== role) throw new Refused(emailRefusals.badLink)
  return change
}

/** What was mailed to an address that is the person's no more signs nobody in. */
export async function deleteResetLinks(context: Context<Tx>, personId: string): Promise<void> {
  await passwordResets.remove(context.db, { personId })
  await dropFailedMail(context, 'password-reset', personId)
}

/** A refusal beside the field of the email. */
function emailFieldRefusal(refusal: (typeof emailRefusals)['sameEmail']): Refused {
  return new Refused(refusal, { errors: { email: refusal.message } })
}
