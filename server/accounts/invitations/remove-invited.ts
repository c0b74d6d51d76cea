import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { forgetRecipients } from '#server/kit/mail/outbox.ts'
import { type InvitedPerson, removeInvitedPeople } from '#server/people/invited-people.ts'
import { invitations } from '../link-queries.ts'

/** Removes people who have not set a password, whom the caller has locked: their links are dead. */
export async function removeInvited(context: Context<Tx>, people: InvitedPerson[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await invitations.removeMany(context.db, { ids: JSON.stringify(ids) })
  await forgetRecipients(context, ids)
  await removeInvitedPeople(context, people)
}
