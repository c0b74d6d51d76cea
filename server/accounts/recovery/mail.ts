import { passwordResetHours } from '#contract/limits/accounts.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

type Recipient = { id: string; name: string; email: string }
/** Who may have no password, as an email was taken back and none has been set since. */
type Owner = Recipient & { password_hash: string | null }
type Link = { link: string; until: string }

/** The mail with the link to a new password that an admin sends. */
export function passwordResetMail(to: Owner, school: string, { link, until }: Link) {
  return mailOfLink(to, school, link, {
    line: `An admin of your school has sent you this link to set a new password.${untilThen(to)}`,
    after: [
      `The link works once, and for ${passwordResetHours} hours, until ${until}.`,
      'If you did not ask for this, you can ignore this mail.',
    ],
  })
}

/** The same for whoever has asked for it at the login. */
export function forgottenMail(to: Owner, school: string, { link, until }: Link) {
  return mailOfLink(to, school, link, {
    line: `Somebody has asked at the login for a new password for your account.${untilThen(to)}`,
    after: [
      `The link works once, and for one hour, until ${until}.`,
      'If it was not you, you can ignore this mail: without the link nobody can change anything.',
    ],
  })
}

/** The same for whoever has just taken a change of the email back. */
export function linkAfterUndoMail(to: Recipient, school: string, { link, until }: Link) {
  return mailOfLink(to, school, link, {
    line: 'You have taken your old email back. Your previous password no longer works: set a new one.',
    after: [
      `The link works once, and for ${passwordResetHours} hours, until ${until}.`,
      'A second factor that was switched on since the email was changed is off, and the address of your calendar is dead: you can make both anew in your profile.',
    ],
  })
}

function untilThen({ password_hash }: Owner): string {
  return password_hash === null ? '' : ' Until you set one, your old password stays as it is.'
}

function mailOfLink(
  { id, name, email }: Recipient,
  school: string,
  link: string,
  { line, after }: { line: string; after: string[] },
): Mail & { personId: string } {
  return {
    kind: 'password-reset',
    personId: id,
    recipient: email,
    content: {
      title: `Set a new password for ${school}`,
      lines: [`Hello ${name},`, line],
      button: { text: 'Set a new password', url: link },
      after,
    },
  }
}
