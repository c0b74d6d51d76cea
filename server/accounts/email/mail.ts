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
    subject: `Confirm your new email at ${school}`,
    body: [
      `Hello ${name},`,
      `open this link to make ${email} the email of your ${school} account:`,
      link,
      `It works once, and for ${emailChangeHours} hours, until ${until}.`,
      'If you did not ask for this, you can ignore this mail.',
      '',
    ].join('\n\n'),
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
    subject: `Your email at ${school} is changed`,
    body: [
      `Hello ${name},`,
      `the email of your ${school} account was changed from ${oldEmail} to ${newEmail} on ${at}.`,
      'If it was not you, take it back with this link, which also signs everybody out of your account:',
      link,
      `It works once, and for ${emailUndoDays} days, until ${until}. Then set a new password at once.`,
      '',
    ].join('\n\n'),
  }
}
