import { passwordResetHours } from '#contract/limits/accounts.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

type Recipient = { id: string; name: string; email: string }
/** Has no password if an email change was undone and none has been set since. */
type Owner = Recipient & { password_hash: string | null }
type Link = { link: string; until: string }

/** Makes the mail with a reset link that an admin sends. */
export function makePasswordResetMail(to: Owner, school: string, { link, until }: Link) {
  return makeLinkMail(to, school, link, {
    line: `An admin of your school sent you this link to set a new password.${formatPasswordNote(to)}`,
    after: [
      `The link works once and expires after ${passwordResetHours} hours, on ${until}.`,
      'If you did not ask for this, you can ignore this email.',
    ],
  })
}

/** Makes the mail with a reset link that was requested at the login. */
export function makeForgotPasswordMail(to: Owner, school: string, { link, until }: Link) {
  return makeLinkMail(to, school, link, {
    line: `Someone asked to reset the password for your account.${formatPasswordNote(to)}`,
    after: [
      `The link works once and expires after one hour, on ${until}.`,
      'If this was not you, you can ignore this email. Nobody can change your password without the link.',
    ],
  })
}

/** Makes the mail with a reset link for someone who has just restored their old email. */
export function makeResetAfterUndoMail(to: Recipient, school: string, { link, until }: Link) {
  return makeLinkMail(to, school, link, {
    line: 'You restored your old email address. Your previous password no longer works, so please set a new one.',
    after: [
      `The link works once and expires after ${passwordResetHours} hours, on ${until}.`,
      'A second factor that was turned on after the email address was changed is off, and your calendar link no longer works. You can set up both again once you have signed in.',
    ],
  })
}

function formatPasswordNote({ password_hash }: Owner): string {
  return password_hash === null ? '' : ' Your current password keeps working until then.'
}

function makeLinkMail(
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
