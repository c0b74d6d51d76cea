import { invitationRefusals } from '#contract/accounts/change-invitation.ts'
import type { ProfileRole } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { changeInvitedRole } from '#server/people/join.ts'
import { invite } from './actions.ts'
import { lockInvitedPerson } from './revoke-invitation.ts'

/**
 * Invites a person who has not joined yet with another role, and returns the new link; the old one
 * is dead, and with it the password set through it (contract, section 11). Refuses an unknown
 * person (404), one who has joined, and the role they are invited with already (409).
 */
export async function changeRole(
  context: Context<Tx>,
  { id, role }: { id: string; role: ProfileRole },
): Promise<string> {
  const { name, email, role: oldRole } = await lockInvitedPerson(context, id)
  if (role === oldRole) throw new Refused(invitationRefusals.sameRole)
  await changeInvitedRole(context, id, role)
  return invite(context, { id, name, email, role })
}
