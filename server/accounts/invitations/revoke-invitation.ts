import { accountRefusals } from '#contract/accounts/accounts.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockPerson, type Person } from '#server/people/actions.ts'
import { removeInvited } from './remove-invited-people.ts'

/** Removes a person who has not joined yet. Refuses like `lockInvitedPerson`. */
export async function revokeInvitation(context: Context<Tx>, id: string): Promise<void> {
  await lockInvitedPerson(context, id)
  await removeInvited(context, [id])
}

/**
 * Locks and returns a person who has not joined yet. Refuses an unknown person (404), and one who
 * has joined (409).
 */
export async function lockInvitedPerson(context: Context<Tx>, id: string): Promise<Person> {
  const person = await lockPerson(context, id)
  if (!person) throw new Refused(peopleRefusals.unknownPerson)
  if (person.verified_at !== null) throw new Refused(accountRefusals.joined)
  return person
}
