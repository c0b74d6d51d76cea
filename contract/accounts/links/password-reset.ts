import { z } from 'zod'
import { defineEndpoint, definePublicEndpoint } from '../../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../../kit/refusal.ts'
import { emailAddress } from '../../kit/text/text-schemas.ts'
import { mapRoles, type Role, roles, withArticle } from '../../roles.ts'
import { accountRefusals, NewPassword } from '../accounts.ts'

export const passwordResetSentMessage = 'A password reset link is on its way.'
export const passwordResetMessage = 'Your new password is set. You can sign in now.'

export const passwordResetRefusals = {
  /** People without a password still have their invitation; blocked people could not sign in. */
  cannotSignIn: defineRefusal(409, 'This user is blocked, or has not completed the profile yet'),
  /** Restoring an email ends the password, because whoever changed the email knows it. */
  revokedPassword: defineRefusal(400, 'Please choose a password different from the old one.'),
}

const Message = z.object({ message: z.string() })

/** The link is sent only to the person. An admin who saw it could take over the account. */
export const sendPasswordReset = mapRoles(roles, (concerned) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'POST',
    path: `/reset-password-${concerned}`,
    summary: `Sends ${withArticle(concerned)} a link to set a new password. The old password works until then`,
    body: z.object({ id: z.string().max(100) }),
    reply: Message,
    refuses: [
      accountRefusals.unknownUser,
      accountRefusals.passwordsOff,
      passwordResetRefusals.cannotSignIn,
    ],
  }),
)

/** The same reply for every email, so that it does not reveal who has an account. */
export const formatForgotPasswordReply = (role: Role) =>
  `If there is ${role === 'advisor' || role === 'admin' ? 'an' : 'a'} ${role} with this email, a password reset link is on its way.`

export const ForgotPasswordInput = z.object({
  email: emailAddress({ required: 'please enter your email', invalid: 'Invalid email' }),
})

export const forgotPassword = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'POST',
    path: '/forgot-password',
    summary: `Sends a password reset link to the ${role} with this email, if there is one. The reply is the same for every email`,
    body: ForgotPasswordInput,
    reply: Message.extend({
      /**
       * False if the school has no mail server. Only the operator of the server can then read the
       * link.
       */
      isMailed: z.boolean(),
    }),
    refuses: [accountRefusals.passwordsOff],
  }),
)

export const resetPassword = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'PUT',
    path: '/reset-password/:id',
    summary: 'Sets a new password by a password reset link and ends all of the person’s sessions',
    params: z.object({ id: z.string().min(1).max(200) }),
    body: z.object({ password: NewPassword }),
    reply: Message,
    refuses: [
      accountRefusals.badLink,
      accountRefusals.mostUsedPassword,
      accountRefusals.passwordsOff,
      passwordResetRefusals.revokedPassword,
      tooBusy,
    ],
  }),
)
