import { invitationRefusals } from '#contract/accounts/change-invitation.ts'
import { peopleRefusals } from '#contract/people.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { forgetRecipients } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { invitations } from '../link-queries.ts'

/**
 * Removes a person who has not joined yet: the invitation's link is dead, unsent mails to them are
 * dropped, and the email is free (contract, section 11). The audit log keeps what they did. Refuses
 * an unknown person (404), and one who has joined (409).
 */
export async function revokeInvitation(context: Context<Tx>, id: string): Promise<void> {
  await lockInvited(context, id)
  await invitations.remove(context.db, { personId: id })
  await forgetRecipients(context, [id])
  await people.deleteInvitedPerson(context, id)
}

/**
 * Locks and returns a person who has not joined yet. Refuses an unknown person (404), and one who
 * has joined (409).
 */
export async function lockInvited(context: Context<Tx>, id: string): Promise<people.Person> {
  const person = await people.lockPerson(context, id)
  if (!person) throw new Refused(peopleRefusals.unknownPerson)
  if (person.verified_at !== null) throw new Refused(invitationRefusals.joined)
  return person
}
