import { passwordResetHours } from '#contract/limits.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

/** The mail that brings a person the link to a new password. */
export function passwordResetMail(
  { id, name, email }: { id: string; name: string; email: string },
  school: string,
  { link, until }: { link: string; until: string },
): Mail & { personId: string } {
  return {
    kind: 'password-reset',
    personId: id,
    recipient: email,
    subject: `Set a new password for ${school}`,
    body: [
      `Hello ${name},`,
      'an admin of your school has sent you this link to set a new password:',
      link,
      `It works once, and for ${passwordResetHours} hours, until ${until}. Until then your old password stays as it is.`,
      'If you did not ask for this, you can ignore this mail.',
      '',
    ].join('\n\n'),
  }
}
