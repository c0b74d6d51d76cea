import { recoveryRefusals } from '#contract/accounts/recovery.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { passwordResetHours } from '#contract/limits.ts'
import { type AddableRole, basePath, type Role } from '#contract/roles.ts'
import { hourMs } from '#server/kit/clock.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { postMail } from '#server/kit/outbox.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSessionsOf } from '#server/kit/session.ts'
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
  await inTransaction(context, async (tx) => {
    const person = await people.holdPerson(tx, id)
    if (person?.role !== role) throw new Refused(accountRefusals.unknownUser)
    const canSignIn = person.isVerified && !person.isBlocked
    if (!canSignIn) throw new Refused(recoveryRefusals.cannotSignIn)
    const secret = newSecret()
    await upsertReset(tx.db, {
      person_id: id,
      secret_hash: hashSecret(secret),
      expires_at: tx.clock() + passwordResetHours * hourMs,
    })
    const link = `${tx.settings.appUrl}${basePath[role]}/reset-password/${secret}`
    await postMail(tx, passwordResetMail(person, link))
  })
}

/**
 * Sets a new password by the link in the mail, and ends all sessions of the person. Refuses a bad
 * link, also one that went bad while the password was being hashed, and one of the most used
 * passwords.
 */
export async function resetPassword(
  context: Context,
  role: Role,
  secret: string,
  password: string,
): Promise<void> {
  const { clock, live } = context
  const secretHash = hashSecret(secret)
  const person = await readReset(context.db, role, secretHash, clock())
  if (!person) throw new Refused(accountRefusals.badLink)
  const hash = await hashNewPassword(password)
  await inTransaction(context, async (tx) => {
    await people.holdPerson(tx, person.id)
    const wasGood = await takeReset(tx.db, secretHash, clock())
    if (!wasGood) throw new Refused(accountRefusals.badLink)
    await people.changePassword(tx, person.id, hash)
    await endSessionsOf(tx.db, person.id)
  })
  live.end({ personId: person.id })
}
