import type { Mail } from './outbox.ts'

export function makeTestMail(
  recipient: string,
  { schoolName, appUrl }: { schoolName: string; appUrl: string },
): Mail {
  return {
    kind: 'test',
    personId: null,
    recipient,
    content: {
      title: `Test email from ${schoolName}`,
      lines: [
        'Hello,',
        `An admin of the school at ${appUrl} sent this email to check that emails arrive. It worked.`,
        'You do not need to do anything.',
      ],
    },
  }
}
