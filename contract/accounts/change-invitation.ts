import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { peopleRefusals } from '../people/people.ts'
import { profileRoles } from '../roles.ts'
import { accountRefusals, InvitedReply } from './accounts.ts'

export const invitationRevokedMessage = 'The invitation is revoked.'

export const invitationRefusals = {
  sameRole: defineRefusal(409, 'This person is already invited with this role.'),
}

export const revokeInvitation = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/revoke-invitation',
  summary:
    'Removes a person who has not joined yet: the link stops working, and the email address can be used again',
  body: z.object({ value: z.object({ id: z.string().max(100) }) }),
  reply: z.object({ message: z.string() }),
  refuses: [peopleRefusals.unknownPerson, accountRefusals.joined],
})

export const changeRole = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/change-role',
  summary:
    'Invites a person who has not joined yet with another role. The old link stops working, and they get a new email',
  body: z.object({ value: z.object({ id: z.string().max(100), role: z.enum(profileRoles) }) }),
  reply: InvitedReply.required(),
  refuses: [peopleRefusals.unknownPerson, accountRefusals.joined, invitationRefusals.sameRole],
})
