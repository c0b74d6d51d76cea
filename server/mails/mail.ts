import type { Mail } from '#server/kit/mail/outbox.ts'

/** A mail that shows that mails arrive. */
export function testMail(
  recipient: string,
  { schoolName, appUrl }: { schoolName: string; appUrl: string },
): Mail {
  return {
    kind: 'test',
    personId: null,
    recipient,
    subject: `A test mail from ${schoolName}`,
    body: [
      'Hello,',
      `an admin of the school at ${appUrl} has sent this mail to see whether mails arrive. They do.`,
      'There is nothing to do about it.',
      '',
    ].join('\n\n'),
  }
}
