import type { Mail } from '#server/kit/mail/outbox.ts'

/** Makes the mail that says by whom and when the second factor was switched off. */
export function makeSecondFactorOffMail(
  { id, name, email }: { id: string; name: string; email: string },
  school: string,
  { by, at }: { by: 'you' | 'an admin'; at: string },
): Mail {
  return {
    kind: 'second-factor-off',
    personId: id,
    recipient: email,
    content: {
      title: `Your second factor for ${school} is off`,
      lines: [
        `Hello ${name},`,
        `The second factor for your ${school} account was turned off by ${by} on ${at}.`,
        'You now sign in with your password alone. Once you have signed in, you can set up a new second factor.',
      ],
      after: ['If you did not expect this email, contact your admin right away.'],
    },
  }
}
