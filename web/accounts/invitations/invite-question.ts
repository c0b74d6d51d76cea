/** The question before somebody is invited again; `whom` is a name, or how many people. */
export function getInviteQuestion(whom: string, isMailed: boolean) {
  return isMailed
    ? {
        text: `Send ${whom} a new invitation? Older links stop working.`,
        confirm: 'Yes, send email',
      }
    : {
        text: `Make a new invitation for ${whom}? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.`,
        confirm: 'Yes, make a new link',
      }
}
