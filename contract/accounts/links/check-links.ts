import { z } from 'zod'
import { accountRefusals } from '../../accounts.ts'
import { publicEndpoint } from '../../kit/endpoint.ts'
import { phoneNumberForms } from '../../kit/text/phone-numbers.ts'
import { addableRoles, forRoles, roles, withArticle } from '../../roles.ts'

/** The secret of a link in a mail, in the path. */
const params = z.object({ id: z.string().min(1).max(200) })
/** What is answered of a link that is good. */
export const LinkStatus = z.object({ isGood: z.literal(true) })

/** Asked before a form is shown: nobody shall fill one in for a link that is dead. */
export const checkInvitation = forRoles(addableRoles, (role) =>
  publicEndpoint(role, {
    method: 'GET',
    path: '/check-invitation/:id',
    summary: `Checks whether the invitation link of ${withArticle(role)} is still valid. Changes nothing`,
    params,
    /** An invitation is half used once the password is set: what is missing is the profile. */
    reply: LinkStatus.extend({
      hasPassword: z.boolean(),
      /** How numbers are given in this school. */
      phoneNumbers: z.enum(phoneNumberForms),
    }),
    refuses: [accountRefusals.badLink],
  }),
)

export const checkPasswordReset = forRoles(roles, (role) =>
  publicEndpoint(role, {
    method: 'GET',
    path: '/check-reset-password/:id',
    summary: 'Checks whether a password reset link is still valid. Changes nothing',
    params,
    reply: LinkStatus,
    refuses: [accountRefusals.badLink],
  }),
)
