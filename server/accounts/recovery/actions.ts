import { recoveryRefusals } from '#contract/accounts/recovery.ts'
import { accountRefusals } from '#contract/accounts.ts'
import { passwordResetHours } from '#contract/limits.ts'
import { type AddableRole, basePath, type Role, roles } from '#contract/roles.ts'
import { hourMs } from '#server/kit/clock.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { postMail } from '#server/kit/outbox.ts'
import { Refused } from '#server/kit/refused.ts'
import { endSessionsOf } from '#server/kit/session.ts'
import * as people from '#server/people/actions.ts'
import { hashNewPassword } from '../new-password.ts'
import { secondFactorOffMail } from '../second-factor/mail.ts'
import { deleteSecondFactor } from '../second-factor/queries.ts'
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
    await postMail(tx, passwordResetMail(person, await makeResetLink(tx, person)))
  })
}

/**
 * Makes a link to a new password for a person whom the caller's transaction holds; an older one
 * dies. Refuses one who could not sign in with it.
 */
async function makeResetLink(
  { db, clock, settings }: Context,
  { id, role, isVerified, isBlocked }: people.Person,
): Promise<string> {
  if (!isVerified || isBlocked) throw new Refused(recoveryRefusals.cannotSignIn)
  const secret = newSecret()
  await upsertReset(db, {
    person_id: id,
    secret_hash: hashSecret(secret),
    expires_at: clock() + passwordResetHours * hourMs,
  })
  return `${settings.appUrl}${basePath[role]}/reset-password/${secret}`
}

/**
 * Makes a link to a new password for whoever has this email, of any role, and returns it: for the
 * one who runs the server, as nobody else can help an admin. With `andSecondFactor` theirs is
 * switched off too, and a mail says so. Refuses an unknown email, and one who could not sign in.
 */
export function letIn(
  context: Context,
  email: string,
  { andSecondFactor }: { andSecondFactor: boolean },
): Promise<{ name: string; role: Role; link: string }> {
  return inTransaction(context, async (tx) => {
    const found = await Promise.all(roles.map((role) => people.findPerson(tx, role, { email })))
    const [known] = found.filter((person) => person !== undefined)
    const person = known && (await people.holdPerson(tx, known.id))
    if (!person) throw new Refused(accountRefusals.unknownUser)
    const link = await makeResetLink(tx, person)
    if (andSecondFactor && (await deleteSecondFactor(tx.db, person.id))) {
      await postMail(tx, secondFactorOffMail(person, 'an admin'))
    }
    return { name: person.name, role: person.role, link }
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
