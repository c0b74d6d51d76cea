/** The question before people are invited again; `whom` is a name, or how many people. */
export function getInviteQuestion(
  whom: string,
  { isMailed, count = 1 }: { isMailed: boolean; count?: number },
) {
  if (isMailed) {
    return {
      text: `Send ${whom} a new invitation? Older links stop working.`,
      confirm: 'Yes, send email',
    }
  }
  const [invitation, aLink, theLink] =
    count === 1
      ? ['a new invitation', 'a new link', 'the new link']
      : ['new invitations', 'new links', 'the new links']
  return {
    text: `Make ${invitation} for ${whom}? Older links stop working. No mail server is set up: no email is sent, and you share ${theLink} yourself.`,
    confirm: `Yes, make ${aLink}`,
  }
}
