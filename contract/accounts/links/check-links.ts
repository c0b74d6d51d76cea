import { z } from 'zod'
import { DomainName } from '../../domains/domain.ts'
import { definePublicEndpoint } from '../../kit/endpoint.ts'
import { phoneNumberFormats } from '../../kit/text/phone-number-formats.ts'
import { mapRoles, roles, withArticle } from '../../roles.ts'
import { accountRefusals } from '../accounts.ts'

/** The secret of a link in a mail, as a path parameter. */
const params = z.object({ id: z.string().min(1).max(200) })
/** The reply for a valid link. */
export const ValidLinkReply = z.object({ isGood: z.literal(true) })

/** Called before the form is shown, so that nobody fills it in for an expired link. */
export const checkInvitation = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'GET',
    path: '/check-invitation/:id',
    summary: `Checks whether the invitation link of ${withArticle(role)} is still valid. Changes nothing`,
    params,
    /**
     * An invitation stays valid until the profile is complete. `hasPassword` tells which step comes
     * next.
     */
    reply: ValidLinkReply.extend({
      hasPassword: z.boolean(),
      /** False if the person signs in through the OpenID provider only, without that step. */
      usesPassword: z.boolean(),
      /** The domain that an admin has chosen for a student; null if they choose it themselves. */
      domain: DomainName.nullable(),
      /** The domains that an admin has chosen for a reviewer, who can change them. */
      domains: z.array(DomainName).default([]),
      /** The format of mobile numbers in this school. */
      phoneNumbers: z.enum(phoneNumberFormats),
    }),
    refuses: [accountRefusals.badLink],
  }),
)

export const checkPasswordReset = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'GET',
    path: '/check-reset-password/:id',
    summary: 'Checks whether a password reset link is still valid. Changes nothing',
    params,
    reply: ValidLinkReply,
    refuses: [accountRefusals.badLink],
  }),
)
