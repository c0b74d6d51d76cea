import { passwordResetHours } from '#contract/limits.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

type Recipient = { id: string; name: string; email: string }
type Link = { link: string; until: string }

/** The mail with the link to a new password that an admin sends. */
export function passwordResetMail(to: Recipient, school: string, { link, until }: Link) {
  return mailOfLink(to, school, [
    'an admin of your school has sent you this link to set a new password:',
    link,
    `It works once, and for ${passwordResetHours} hours, until ${until}. Until then your old password stays as it is.`,
    'If you did not ask for this, you can ignore this mail.',
  ])
}

/** The same for whoever has asked for it at the login. */
export function forgottenMail(to: Recipient, school: string, { link, until }: Link) {
  return mailOfLink(to, school, [
    'somebody has asked at the login for a new password for your account. Open this link to set one:',
    link,
    `It works once, and for one hour, until ${until}. Until then your old password stays as it is.`,
    'If it was not you, you can ignore this mail: without the link nobody can change anything.',
  ])
}

function mailOfLink(
  { id, name, email }: Recipient,
  school: string,
  lines: string[],
): Mail & { personId: string } {
  return {
    kind: 'password-reset',
    personId: id,
    recipient: email,
    subject: `Set a new password for ${school}`,
    body: [`Hello ${name},`, ...lines, ''].join('\n\n'),
  }
}
