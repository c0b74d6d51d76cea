import { invitationDays } from '#contract/limits/accounts.ts'
import { type Role, withArticle } from '#contract/roles.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

export function makeInvitationMail(
  { id, name, email, role }: { id: string; name: string; email: string; role: Role },
  school: string,
  { link, until, provider }: { link: string; until: string; provider: string | undefined },
): Mail & { personId: string } {
  const { first, button } = getFirstStep(role, provider)
  return {
    kind: 'invitation',
    personId: id,
    recipient: email,
    content: {
      title: `Your invitation to ${school}`,
      lines: [
        `Hello ${name},`,
        `You have been added to ${school} as ${withArticle(role)}. ${first}`,
      ],
      button: { text: button, url: link },
      after: [
        `The link expires after ${invitationDays} days, on ${until}. If it has expired, ask your admin for a new one.`,
        'If you did not expect this email, you can ignore it.',
      ],
    },
  }
}

/**
 * What an invited person does first; `provider` is who they sign in with, instead of a password.
 */
function getFirstStep(role: Role, provider: string | undefined): { first: string; button: string } {
  const isAdmin = role === 'admin'
  if (provider === undefined) {
    const andProfile = isAdmin ? '' : ' and complete your profile'
    const first = `Choose a password${andProfile} to get started.`
    return { first, button: 'Choose a password' }
  }
  if (isAdmin) return { first: `Sign in with ${provider}.`, button: 'Sign in' }
  const first = `Complete your profile, then sign in with ${provider}.`
  return { first, button: 'Complete your profile' }
}
