import { emailChangeHours, emailUndoDays } from '#contract/limits.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

type Person = { id: string; name: string }
type Link = { link: string; until: string }

/** The mail to a new address, with the link that confirms it. */
export function confirmEmailMail(
  { id, name }: Person,
  school: string,
  { email, link, until }: Link & { email: string },
): Mail & { personId: string } {
  return {
    kind: 'confirm-email',
    personId: id,
    recipient: email,
    content: {
      title: `Confirm your new email at ${school}`,
      lines: [
        `Hello ${name},`,
        `Confirm that ${email} is the new email of your ${school} account.`,
      ],
      button: { text: 'Confirm this email', url: link },
      after: [
        `The link works once, and for ${emailChangeHours} hours, until ${until}.`,
        'If you did not ask for this, you can ignore this mail.',
      ],
    },
  }
}

/** Tells the old address that there is a new one, with the link that takes it back. */
export function undoEmailMail(
  { id, name }: Person,
  school: string,
  {
    oldEmail,
    newEmail,
    at,
    link,
    until,
  }: Link & { oldEmail: string; newEmail: string; at: string },
): Mail {
  return {
    kind: 'undo-email',
    personId: id,
    recipient: oldEmail,
    content: {
      title: `Your email at ${school} is changed`,
      lines: [
        `Hello ${name},`,
        `The email of your ${school} account was changed from ${oldEmail} to ${newEmail} on ${at}.`,
        'If it was not you, take it back: that also signs everybody out of your account.',
      ],
      button: { text: 'Take it back', url: link },
      after: [
        `The link works once, and for ${emailUndoDays} days, until ${until}.`,
        'As soon as you have taken it back, set a new password: press ‘Forgot password?’ at the login.',
      ],
    },
  }
}
