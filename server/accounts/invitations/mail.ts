import { invitationDays } from '#contract/limits/accounts.ts'
import { type Role, withArticle } from '#contract/roles.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

export function invitationMail(
  { id, name, email, role }: { id: string; name: string; email: string; role: Role },
  school: string,
  { link, until }: { link: string; until: string },
): Mail & { personId: string } {
  return {
    kind: 'invitation',
    personId: id,
    recipient: email,
    content: {
      title: `Your invitation to ${school}`,
      lines: [
        `Hello ${name},`,
        `You have been added to ${school} as ${withArticle(role)}. Choose a password${role === 'admin' ? '' : ' and complete your profile'} to get started.`,
      ],
      button: { text: 'Choose a password', url: link },
      after: [
        `The link expires after ${invitationDays} days, on ${until}. If it has expired, ask your admin for a new one.`,
        'If you did not expect this mail, you can ignore it.',
      ],
    },
  }
}
