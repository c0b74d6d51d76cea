import { accountRefusals } from '#contract/accounts/accounts.ts'
import { passwordResetRefusals } from '#contract/accounts/links/password-reset.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { passwordResetHours } from '#contract/limits/accounts.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { revokeFeedLink } from '#server/calendar/actions.ts'
import type { Tx } from '#server/database/transaction.ts'
import { makeCommandAuditSource, recordAudit, setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import { endPersonSessions } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { dropFailedMail, replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import { formatInstantFor } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import { deleteUnconfirmedChange } from '../email/queries.ts'
import { passwordResets } from '../link-queries.ts'
import { clearFailedLogins } from '../lockouts/failed-logins.ts'
import { refusePasswordlessPerson } from '../may-use-password.ts'
import { switchOffAndMail } from '../second-factor/actions.ts'
import { notifyPasswordChanged } from '../sessions/notify-password-changed.ts'
import { makePasswordResetMail, makeResetAfterUndoMail } from './mail.ts'
import { clearRevokedPassword } from './revoked-password.ts'

/**
 * Mails a person a password reset link, which replaces an older one and any mail with it that is
 * still unsent. The current password keeps working until it is used. The link is not returned.
 * Refuses an unknown person, and one who could not sign in.
 */
export async function sendPasswordReset(
  context: Context<Tx>,
  role: Role,
  id: string,
): Promise<void> {
  const person = await people.lockPerson(context, id)
  if (person?.role !== role) throw new Refused(accountRefusals.unknownUser)
  const reset = await makeResetLink(context, person, passwordResetHours)
  await replaceUnsentMail(
    context,
    makePasswordResetMail(person, context.settings.schoolName, reset),
  )
}

/**
 * Mails a password reset link to a person who has just restored their old email. Like a link
 * requested at the login, it does not prevent requesting another. The caller has locked the person.
 */
export async function sendResetAfterUndo(
  context: Context<Tx>,
  person: people.Person,
): Promise<void> {
  const reset = await makeResetLink(context, person, passwordResetHours, { atLogin: true })
  await replaceUnsentMail(
    context,
    makeResetAfterUndoMail(person, context.settings.schoolName, reset),
  )
}

/** Whether a person could sign in once they have a password: verified and not blocked. */
export function canSignIn({ verified_at, blocked_at }: people.Person): boolean {
  return verified_at !== null && blocked_at === null
}

/**
 * Makes a password reset link valid for `hours`, replacing an older one. `atLogin` marks a link
 * requested at the login, which does not prevent requesting another. The caller has locked the
 * person. Refuses one who could not sign in, or not with a password.
 */
export async function makeResetLink(
  context: Context<Tx>,
  person: people.Person,
  hours: number,
  { atLogin = false } = {},
): Promise<{ link: string; until: string }> {
  const { db, clock, settings } = context
  const { id, role } = person
  if (!canSignIn(person)) throw new Refused(passwordResetRefusals.cannotSignIn)
  await refusePasswordlessPerson(context, person)
  const secret = newSecret()
  const now = clock()
  const expiresAt = now + hours * hourMs
  await passwordResets.save(db, {
    person_id: id,
    secret_hash: hashSecret(secret),
    expires_at: expiresAt,
    asked_at_login: atLogin ? now : null,
  })
  const before = { link_to_a_new_password: null }
  await recordAudit(context, {
    kind: 'people',
    id,
    before,
    after: { link_to_a_new_password: 'mailed' },
  })
  const link = `${settings.appUrl}${basePath[role]}/reset-password/${secret}`
  return { link, until: await formatInstantFor(context, id, expiresAt) }
}

/**
 * Makes a password reset link for the person with this email, in any role, and returns it. For the
 * operator, as nobody else can help an admin. With `andSecondFactor`, also switches off their
 * second factor and mails them so. Refuses an unknown email, and one who could not sign in.
 */
export function makeResetLinkByEmail(
  context: Context,
  email: string,
  { andSecondFactor }: { andSecondFactor: boolean },
): Promise<{ name: string; role: Role; link: string }> {
  return inTransaction({ ...context, change: makeCommandAuditSource('let-in') }, async (tx) => {
    const found = await Promise.all(roles.map((role) => people.findPerson(tx, role, { email })))
    const [known] = found.filter((person) => person !== undefined)
    const person = known && (await people.lockPerson(tx, known.id))
    if (!person) throw new Refused(accountRefusals.unknownUser)
    const { link } = await makeResetLink(tx, person, passwordResetHours)
    if (andSecondFactor) await switchOffAndMail(tx, person, 'an admin')
    return { name: person.name, role: person.role, link }
  })
}

/**
 * Sets a new password by a password reset link. Ends the person’s sessions, API tokens, calendar
 * link and an unconfirmed change of the email, as somebody else may have known the old password.
 * Refuses a link that is not valid, even if it expired while the password was being hashed.
 */
export async function resetPassword(
  context: Context<Tx>,
  role: Role,
  secret: string,
  hash: string,
): Promise<void> {
  const { db, clock } = context
  const { id } = await findPersonByResetLink(context, role, secret)
  const person = await people.lockPerson(context, id)
  const wasGood = await passwordResets.consume(db, { secretHash: hashSecret(secret), now: clock() })
  if (!wasGood || !person) throw new Refused(accountRefusals.badLink)
  setAuditActor(context, id)
  await people.changePassword(context, id, hash)
  await clearRevokedPassword(context, id)
  await clearFailedLogins(context, person.email)
  await dropFailedMail(context, 'password-reset', id)
  await deleteUnconfirmedChange(db, { personId: id })
  await revokeFeedLink(context, id)
  await notifyPasswordChanged(context, { _id: id, role })
  await endPersonSessions(context, id)
  await endApiTokens(context, id)
  context.live.end({ personId: id })
}

/** Returns the person whom a reset link is for. Refuses a link that is not valid for this role. */
export async function findPersonByResetLink({ db, clock }: Context, role: Role, secret: string) {
  const person = await passwordResets.read(db, {
    role,
    secretHash: hashSecret(secret),
    now: clock(),
  })
  if (!person) throw new Refused(accountRefusals.badLink)
  return person
}
