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
    content: {
      title: `Set a new password for ${school}`,
      lines: [
        `Hello ${name},`,
        'An admin of your school has sent you this link to set a new password. Until you do, your old password stays as it is.',
      ],
      button: { text: 'Set a new password', url: link },
      after: [
        `The link works once, and for ${passwordResetHours} hours, until ${until}.`,
        'If you did not ask for this, you can ignore this mail.',
      ],
    },
  }
}
