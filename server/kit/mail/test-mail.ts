import type { Mail } from './outbox.ts'

/** A mail that shows that mails arrive. */
export function testMail(
  recipient: string,
  { schoolName, appUrl }: { schoolName: string; appUrl: string },
): Mail {
  return {
    kind: 'test',
    personId: null,
    recipient,
    content: {
      title: `A test mail from ${schoolName}`,
      lines: [
        'Hello,',
        `An admin of the school at ${appUrl} has sent this mail to see whether mails arrive. They do.`,
        'There is nothing to do about it.',
      ],
    },
  }
}
