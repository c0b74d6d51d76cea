import { accountRefusals, type SharedInvitation } from '#contract/accounts/accounts.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { formatInstantWithZone } from '#contract/kit/time/zone.ts'
import { invitationDays } from '#contract/limits/accounts.ts'
import { basePath, type ProfileRole, type Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited, setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { dropFailedMail, enqueueMails, replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import type { Person } from '#server/people/actions.ts'
import {
  completeProfile,
  joinAsAdmin,
  type ProfileInput,
  recordInvitationSent,
  setInvitedPassword,
} from '#server/people/join.ts'
import { assignUnassignedReviews, openFirstReview } from '#server/reviews/actions.ts'
import { invitations } from '../link-queries.ts'
import { clearFailedLogins } from '../lockouts/failed-logins.ts'
import { isInvitedWithPassword } from '../may-use-password.ts'
import { makeInvitationMail } from './mail.ts'

type Invited = { id: string; name: string; email: string; role: Role }

/**
 * Mails an invitation and returns its link. It replaces an older invitation and any mail with it
 * that is still unsent. The caller adds the person, or clears the password set through the older
 * invitation.
 */
export async function invite(context: Context<Tx>, person: Invited): Promise<string> {
  const { row, link, mail } = makeInvitation(context, person)
  await recordInvitationSent(context, person.id)
  await invitations.save(context.db, row)
  await replaceUnsentMail(context, mail)
  return link
}

/** Mails invitations to people who were just added, and returns their links. */
export async function inviteAddedPeople(
  context: Context<Tx>,
  made: NewInvitation[],
): Promise<SharedInvitation[]> {
  await invitations.saveMany(
    context.db,
    made.map(({ row }) => row),
  )
  await enqueueMails(
    context,
    made.map(({ mail }) => mail),
  )
  return made.map(({ person: { name, email }, link }) => ({ name, email, inviteUrl: link }))
}

/** An invitation that is not stored and mailed yet. */
export type NewInvitation = ReturnType<typeof makeInvitation>

/** Makes an invitation for `inviteAddedPeople`, with its secret and mail. */
export function makeInvitation(context: Context, person: Invited) {
  const { clock, settings } = context
  const provider = isInvitedWithPassword(context, person) ? undefined : settings.oidc?.name
  const secret = newSecret()
  const expiresAt = clock() + invitationDays * dayMs
  const link = `${settings.appUrl}${basePath[person.role]}/set-password/${secret}`
  const until = formatInstantWithZone(expiresAt, settings.timeZone)
  return {
    person,
    row: { person_id: person.id, secret_hash: hashSecret(secret), expires_at: expiresAt },
    link,
    mail: makeInvitationMail(person, settings.schoolName, { link, until, provider }),
  }
}

/**
 * Returns the person whom an invitation is for. Refuses a link that is not valid for this role
 * (contract, section 2).
 */
export async function findPersonByInvitation({ db, clock }: Context, role: Role, secret: string) {
  const invited = await invitations.read(db, { role, secretHash: hashSecret(secret), now: clock() })
  if (invited?.verified_at !== null) throw new Refused(accountRefusals.badLink)
  return invited
}

/**
 * Sets an invited person's password, as often as they like until the profile is complete. An admin
 * has no profile: they have joined with it, and the link is used up. Returns the person. Refuses an
 * invalid link, including one that expired while the password was being hashed.
 */
export async function setPassword(
  context: Context<Tx>,
  role: Role,
  secret: string,
  hash: string,
): Promise<Person> {
  const { id } = await findPersonByInvitation(context, role, secret)
  setAuditActor(context, id)
  const person = await audited(context, { kind: 'people', id }, () =>
    role === 'admin' ? joinAsAdmin(context, id, hash) : setInvitedPassword(context, role, id, hash),
  )
  if (!person) throw new Refused(accountRefusals.badLink)
  await clearFailedLogins(context, person.email)
  if (role === 'admin') await useUp(context, id, secret)
  else await findPersonByInvitation(context, role, secret)
  return person
}

/**
 * Lets an invited admin join without a password, whose email the OpenID provider has verified. The
 * invitation is used up. Returns the person.
 */
export async function joinWithoutPassword(
  context: Context<Tx>,
  id: string,
): Promise<Person | undefined> {
  const person = await audited(context, { kind: 'people', id }, () =>
    joinAsAdmin(context, id, null),
  )
  await invitations.remove(context.db, { personId: id })
  await dropFailedMail(context, 'invitation', id)
  return person
}

/** Deletes an invitation and its failed mails. Refuses a link that is not valid. */
async function useUp(context: Context<Tx>, id: string, secret: string): Promise<void> {
  const { db, clock } = context
  const wasGood = await invitations.consume(db, { secretHash: hashSecret(secret), now: clock() })
  if (!wasGood) throw new Refused(accountRefusals.badLink)
  await dropFailedMail(context, 'invitation', id)
}

/**
 * Completes an invited person's profile and returns the person: they become verified, the link is
 * used up, a student gets a first review, and an advisor gets the reviews waiting for one. A domain
 * an admin chose for a student holds, whatever is sent. Refuses an invalid link, a person who needs
 * a password and has none, and an unknown domain (contract, section 2).
 */
export async function setProfile(
  context: Context<Tx>,
  role: ProfileRole,
  secret: string,
  completion: ProfileInput,
): Promise<Person> {
  // Locked before they are read: an admin may be correcting the domain.
  await invitations.lockPerson(context.db, { secretHash: hashSecret(secret) })
  const { id, password_hash, domain_id } = await findPersonByInvitation(context, role, secret)
  // The OpenID provider is another way in.
  if (password_hash === null && !context.settings.oidc)
    throw new Refused(accountRefusals.noPasswordYet)
  setAuditActor(context, id)
  const completed = await audited(context, { kind: 'people', id }, () =>
    completeProfile(context, role, id, {
      ...completion,
      ...(domain_id !== null && { domain: domain_id }),
    }),
  )
  if (!completed) throw new Refused(accountRefusals.badLink)
  await useUp(context, id, secret)
  if (role === 'student') await openFirstReview(context, id)
  if (role === 'advisor') await assignUnassignedReviews(context, id)
  return completed
}
