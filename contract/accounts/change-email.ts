import { z } from 'zod'
import { defineEndpoint, definePublicEndpoint } from '../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../kit/refusal.ts'
import { emailAddress } from '../kit/text/text-schemas.ts'
import { emailChangeHours, emailUndoDays } from '../limits/accounts.ts'
import { mapRoles, roles } from '../roles.ts'
import { accountRefusals, PasswordChange } from './accounts.ts'
import { ValidLinkReply } from './links/check-links.ts'
import { secondFactorRefusals } from './second-factor.ts'
import { codeNeededMessage, SecondFactorCode } from './second-factor-code.ts'

export const confirmationSentMessage =
  'A confirmation link is on its way to your new email address. Nothing changes until you open it.'
export const emailChangedMessage =
  'Your email address has been changed. Sign in with the new one from now on.'
export const emailRestoredMessage =
  'Your old email address has been restored, and all sessions have ended.'
/** Added to the message for people who can sign in. */
export const newPasswordNeededMessage =
  'Your password no longer works. A link to set a new one is on its way to your old email address.'

export const emailChangeRefusals = {
  sameEmail: defineRefusal(400, 'This is already your email address'),
  codeNeeded: defineRefusal(400, codeNeededMessage),
  badLink: defineRefusal(404, 'This link is not valid or has expired.'),
}

export const EmailChange = z.object({
  email: emailAddress({ required: 'please enter the new email', invalid: 'Invalid email' }),
  password: PasswordChange.shape.oldpass,
  /** A second-factor code or recovery code. Omitted by people without a second factor. */
  code: SecondFactorCode.optional(),
})

const reply = z.object({ message: z.string() })

export const changeEmail = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'PUT',
    path: '/change-email',
    summary: `Sends a confirmation link to the caller’s new email address. The change takes effect when the link is confirmed, within ${emailChangeHours} hours`,
    bodyIn: 'value',
    body: EmailChange,
    reply,
    refuses: [
      secondFactorRefusals.wrongPassword,
      secondFactorRefusals.wrongCode,
      emailChangeRefusals.codeNeeded,
      emailChangeRefusals.sameEmail,
      accountRefusals.emailTaken,
      accountRefusals.hasNoPassword,
      accountRefusals.tooManyLogins,
      tooBusy,
    ],
  }),
)

/** The secret of the link in the mail, as a path parameter. */
const params = z.object({ id: z.string().min(1).max(200) })

/** Called before the confirm button is shown, so that nobody confirms an expired link. */
export const checkConfirmEmail = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'GET',
    path: '/check-confirm-email/:id',
    summary: 'Checks whether an email confirmation link is still valid. Changes nothing',
    params,
    reply: ValidLinkReply,
    refuses: [emailChangeRefusals.badLink],
  }),
)

export const checkUndoEmail = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'GET',
    path: '/check-undo-email/:id',
    summary: 'Checks whether a link to restore an email address is still valid. Changes nothing',
    params,
    reply: ValidLinkReply,
    refuses: [emailChangeRefusals.badLink],
  }),
)

export const confirmEmail = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'POST',
    path: '/confirm-email/:id',
    summary: 'Confirms a new email address by the link that was sent to it',
    params,
    reply,
    refuses: [emailChangeRefusals.badLink, accountRefusals.emailTaken],
  }),
)

export const undoEmail = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'POST',
    path: '/undo-email/:id',
    summary: `Restores a person’s previous email address within ${emailUndoDays} days. Ends their sessions, password and calendar link, turns off a second factor that was turned on since, and sends a link to set a new password`,
    params,
    reply,
    refuses: [emailChangeRefusals.badLink, accountRefusals.emailTaken],
  }),
)
