import { emailChangeHours, emailUndoDays } from '#contract/limits/accounts.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

type Person = { id: string; name: string }
type Link = { link: string; until: string }

/** Makes the mail to the new address, with the confirmation link. */
export function makeEmailConfirmationMail(
  { id, name }: Person,
  school: string,
  { email, link, until }: Link & { email: string },
): Mail & { personId: string } {
  return {
    kind: 'confirm-email',
    personId: id,
    recipient: email,
    content: {
      title: `Confirm your new email address for ${school}`,
      lines: [
        `Hello ${name},`,
        `Confirm that ${email} is the new email address for your ${school} account.`,
      ],
      button: { text: 'Confirm email', url: link },
      after: [
        `The link works once and expires after ${emailChangeHours} hours, on ${until}.`,
        'If you did not ask for this, you can ignore this email.',
      ],
    },
  }
}

/** Makes the mail that tells the old address that an admin has changed the email. */
export function makeEmailChangedByAdminMail(
  { id, name, email: oldEmail }: Person & { email: string },
  school: string,
  newEmail: string,
): Mail {
  return {
    kind: 'email-changed',
    personId: id,
    recipient: oldEmail,
    content: {
      title: `Your email address for ${school} was changed`,
      lines: [
        `Hello ${name},`,
        `An admin changed the email address of your ${school} account from ${oldEmail} to ${newEmail}.`,
        'If you did not expect this, talk to your admin.',
      ],
    },
  }
}

/** Makes the mail that tells the old address of the change, with the link that undoes it, if any. */
export function makeEmailChangedMail(
  { id, name }: Person,
  school: string,
  {
    oldEmail,
    newEmail,
    at,
    undoLink,
  }: { oldEmail: string; newEmail: string; at: string; undoLink: Link | undefined },
): Mail {
  return {
    kind: 'undo-email',
    personId: id,
    recipient: oldEmail,
    content: {
      title: `Your email address for ${school} was changed`,
      lines: [
        `Hello ${name},`,
        `The email address for your ${school} account was changed from ${oldEmail} to ${newEmail} on ${at}.`,
        undoLink
          ? 'If this was not you, restore your old email address. This also ends all sessions and disables the password.'
          : 'If this was not you, talk to your admin.',
      ],
      ...(undoLink && {
        button: { text: 'Restore my old email address', url: undoLink.link },
        after: [
          `The link works once and expires after ${emailUndoDays} days, on ${undoLink.until}. You then get an email with a link to set a new password.`,
        ],
      }),
    },
  }
}
