import { accountRefusals } from '#contract/accounts.ts'
import { dayMs } from '#contract/kit/time/time.ts'
import { instantWithZone } from '#contract/kit/time/zone.ts'
import { invitationDays } from '#contract/limits/accounts.ts'
import { type AddableRole, basePath } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited, setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { dropFailedMail, replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { assignUnassignedReviews, openFirstReview } from '#server/reviews/actions.ts'
import { invitations } from '../link-queries.ts'
import { clearFailedLogins } from '../lockouts/failed-logins.ts'
import { invitationMail } from './mail.ts'

/**
 * Invites a person by mail and returns the link; an older invitation of theirs dies, and with it a
 * mail that has not gone out. The caller adds the person, or takes the older invitation's password
 * away.
 */
export async function invite(
  context: Context<Tx>,
  person: { id: string; name: string; email: string; role: AddableRole },
): Promise<string> {
  const { db, clock, settings } = context
  const secret = newSecret()
  const expiresAt = clock() + invitationDays * dayMs
  await people.recordInvitationSent(context, person.id)
  await invitations.save(db, {
    person_id: person.id,
    secret_hash: hashSecret(secret),
    expires_at: expiresAt,
  })
  const link = `${settings.appUrl}${basePath[person.role]}/set-password/${secret}`
  const until = instantWithZone(expiresAt, settings.timeZone)
  await replaceUnsentMail(context, invitationMail(person, settings.schoolName, { link, until }))
  return link
}

/** Whom a secret invites. Refuses one that is not good for this role (contract, section 2). */
export async function findPersonByInvitation(
  { db, clock }: Context,
  role: AddableRole,
  secret: string,
) {
  const invited = await invitations.read(db, { role, secretHash: hashSecret(secret), now: clock() })
  if (invited?.verified_at !== null) throw new Refused(accountRefusals.badLink)
  return invited
}

/**
 * Sets an invited person's password, again if need be until the profile is complete. Refuses a
 * bad link, also one that went bad while the password was being hashed.
 */
export async function setPassword(
  context: Context<Tx>,
  role: AddableRole,
  secret: string,
  hash: string,
): Promise<void> {
  const { id } = await findPersonByInvitation(context, role, secret)
  setAuditActor(context, id)
  const person = await audited(context, { kind: 'people', id }, () =>
    people.setInvitedPassword(context, role, id, hash),
  )
  if (person) await clearFailedLogins(context, person.email)
  await findPersonByInvitation(context, role, secret)
}

/**
 * Completes an invited person's profile, and returns them: they are verified, the link is dead, a student gets the
 * first review and an advisor the reviews that wait for one. Refuses a bad link, a person without
 * a password, and a domain that does not exist (contract, section 2).
 */
export async function setProfile(
  context: Context<Tx>,
  role: AddableRole,
  secret: string,
  completion: people.ProfileInput,
): Promise<people.Person> {
  const { db, clock } = context
  const { id, password_hash } = await findPersonByInvitation(context, role, secret)
  if (password_hash === null) throw new Refused(accountRefusals.noPasswordYet)
  setAuditActor(context, id)
  const completed = await audited(context, { kind: 'people', id }, () =>
    people.completeProfile(context, role, id, completion),
  )
  const wasGood = await invitations.consume(db, { secretHash: hashSecret(secret), now: clock() })
  if (!completed || !wasGood) throw new Refused(accountRefusals.badLink)
  await dropFailedMail(context, 'invitation', id)
  if (role === 'student') await openFirstReview(context, id)
  if (role === 'advisor') await assignUnassignedReviews(context, id)
  return completed
}
