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
import { actAs, commandOf, note } from '#server/kit/trail.ts'
import * as people from '#server/people/actions.ts'
import { hashNewPassword } from '../new-password.ts'
import { switchOff } from '../second-factor/actions.ts'
import { secondFactorOffMail } from '../second-factor/mail.ts'
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
  const person = await people.holdPerson(context, id)
  if (person?.role !== role) throw new Refused(accountRefusals.unknownUser)
  const link = await makeResetLink(context, person)
  await postMail(context, passwordResetMail(person, link))
}

/**
 * Makes a link to a new password for a person whom the caller's transaction holds; an older one
 * dies. Refuses one who could not sign in with it.
 */
async function makeResetLink(
  context: Context,
  { id, role, isVerified, isBlocked }: people.Person,
): Promise<string> {
  if (!isVerified || isBlocked) throw new Refused(recoveryRefusals.cannotSignIn)
  const { db, clock, settings } = context
  const secret = newSecret()
  const expires_at = clock() + passwordResetHours * hourMs
  await upsertReset(db, { person_id: id, secret_hash: hashSecret(secret), expires_at })
  await note(context, { kind: 'password_resets', id, after: { expires_at } })
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
  return inTransaction({ ...context, change: commandOf('let-in') }, async (tx) => {
    const found = await Promise.all(roles.map((role) => people.findPerson(tx, role, { email })))
    const [known] = found.filter((person) => person !== undefined)
    const person = known && (await people.holdPerson(tx, known.id))
    if (!person) throw new Refused(accountRefusals.unknownUser)
    const link = await makeResetLink(tx, person)
    if (andSecondFactor && (await switchOff(tx, person.id))) {
      await postMail(tx, secondFactorOffMail(person, 'an admin'))
    }
    return { name: person.name, role: person.role, link }
  })
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
