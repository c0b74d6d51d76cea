import { recoveryRefusals } from '#contract/accounts/recovery.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { passwordResetHours } from '#contract/limits.ts'
import { type AddableRole, basePath, type Role } from '#contract/roles.ts'
import { hourMs } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { postMail } from '#server/kit/outbox.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSessionsOf } from '#server/kit/session.ts'
import { actAs, note } from '#server/kit/trail.ts'
import * as people from '#server/people/actions.ts'
import { hashNewPassword } from '../new-password.ts'
import { passwordResetMail } from './mail.ts'
import { readReset, takeReset, upsertReset } from './queries.ts'

/**
 * Mails a person a link to a new password; an older link dies, the old password stays until then.
 * Nobody but the person sees the link. Refuses an unknown person, and one who could not sign in.
 */
export async function sendPasswordReset(
  context: Context,
  role: AddableRole,
  id: string,
): Promise<void> {
  const { db, clock, settings } = context
  const person = await people.holdPerson(context, id)
  if (person?.role !== role) throw new Refused(accountRefusals.unknownUser)
  const canSignIn = person.isVerified && !person.isBlocked
  if (!canSignIn) throw new Refused(recoveryRefusals.cannotSignIn)
  const secret = newSecret()
  const expires_at = clock() + passwordResetHours * hourMs
  await upsertReset(db, { person_id: id, secret_hash: hashSecret(secret), expires_at })
  await note(context, { kind: 'password_resets', id, after: { expires_at } })
  const link = `${settings.appUrl}${basePath[role]}/reset-password/${secret}`
  await postMail(context, passwordResetMail(person, link))
}

type PreparedReset = { personId: string; secretHash: string; hash: string }

/** Hashes a new password for the link in the mail. Refuses a bad link and a most used password. */
export async function prepareReset(
  { db, clock }: Context,
  role: Role,
  secret: string,
  password: string,
): Promise<PreparedReset> {
  const secretHash = hashSecret(secret)
  const person = await readReset(db, role, secretHash, clock())
  if (!person) throw new Refused(accountRefusals.badLink)
  return { personId: person.id, secretHash, hash: await hashNewPassword(password) }
}

/**
 * Sets a new password by the link in the mail, and ends all sessions of the person. Refuses a link
 * that went bad while the password was being hashed. Call it within a transaction.
 */
export async function resetPassword(
  context: Context,
  { personId, secretHash, hash }: PreparedReset,
): Promise<void> {
  actAs(context, personId)
  await people.holdPerson(context, personId)
  const wasGood = await takeReset(context.db, secretHash, context.clock())
  if (!wasGood) throw new Refused(accountRefusals.badLink)
  await people.changePassword(context, personId, hash)
  await endSessionsOf(context, personId)
  context.live.end({ personId })
}
